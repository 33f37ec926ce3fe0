CREATE TABLE `card_tries` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`account` text,
	`phone` text,
	`address` text,
	`at` integer NOT NULL,
	`declined_at` integer,
	`decline_event` text,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `card_tries_decline_event_unique` ON `card_tries` (`decline_event`);--> statement-breakpoint
CREATE INDEX `card_tries_appointment` ON `card_tries` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `card_tries_at` ON `card_tries` (`at`);