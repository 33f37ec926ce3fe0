CREATE TABLE `ticket_ranges` (
	`id` text PRIMARY KEY NOT NULL,
	`series` integer NOT NULL,
	`first` integer NOT NULL,
	`last` integer NOT NULL,
	`touched_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_ranges_last` ON `ticket_ranges` (`series`,`last`);--> statement-breakpoint
CREATE INDEX `ticket_ranges_open` ON `ticket_ranges` (`touched_at`) WHERE "ticket_ranges"."closed_at" is null;--> statement-breakpoint
CREATE TABLE `tickets` (
	`series` integer NOT NULL,
	`number` integer NOT NULL,
	`appointment_id` text,
	`is_void` integer DEFAULT false NOT NULL,
	`date` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`series`, `number`),
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_appointment_id_unique` ON `tickets` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `tickets_date` ON `tickets` (`date`,`series`);--> statement-breakpoint
CREATE INDEX `tickets_last` ON `tickets` (`series`,`at`);--> statement-breakpoint
ALTER TABLE `appointments` ADD `ticket` text;--> statement-breakpoint
ALTER TABLE `business_settings` ADD `asks_for_readings` integer;