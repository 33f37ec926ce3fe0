CREATE TABLE `payment_troubles` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text,
	`reason` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`since` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payment_troubles_standing` ON `payment_troubles` (`ended_at`,`since`);--> statement-breakpoint
CREATE INDEX `payment_troubles_appointment` ON `payment_troubles` (`appointment_id`);