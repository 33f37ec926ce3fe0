CREATE TABLE `stop_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`appointment_id` text NOT NULL,
	`driver_id` integer NOT NULL,
	`before` text NOT NULL,
	`by` text,
	`at` integer NOT NULL,
	`seen_at` integer,
	`seen_by` text,
	`is_closed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `stop_changes_appointment` ON `stop_changes` (`appointment_id`,`id`);--> statement-breakpoint
CREATE INDEX `stop_changes_unseen` ON `stop_changes` (`driver_id`,`id`) WHERE "stop_changes"."seen_at" is null and "stop_changes"."is_closed" = 0;