CREATE TABLE `evening_checks` (
	`appointment_id` text NOT NULL,
	`date` text NOT NULL,
	`next_attempt_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`refused_card` text,
	PRIMARY KEY(`appointment_id`, `date`),
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `evening_checks_due` ON `evening_checks` (`next_attempt_at`) WHERE "evening_checks"."next_attempt_at" is not null;--> statement-breakpoint
CREATE TABLE `evenings` (
	`date` text PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `business_settings` ADD `evening_hour` integer;