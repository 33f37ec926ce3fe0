CREATE TABLE `review_items` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`appointment_id` text,
	`reason` text NOT NULL,
	`payload` text,
	`dedupe_key` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`outcome` text,
	`note` text,
	`done_by` text,
	`done_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_items_dedupe_key_unique` ON `review_items` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `review_items_open` ON `review_items` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `review_items_done` ON `review_items` (`state`,`done_at`);--> statement-breakpoint
CREATE INDEX `review_items_appointment` ON `review_items` (`appointment_id`);