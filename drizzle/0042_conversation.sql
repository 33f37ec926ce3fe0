CREATE TABLE `saved_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `written_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`author` text NOT NULL,
	`channel` text NOT NULL,
	`body` text NOT NULL,
	`written_by` text,
	`dedupe_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `written_messages_dedupe_key_unique` ON `written_messages` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `written_messages_appointment` ON `written_messages` (`appointment_id`,`created_at`);