CREATE TABLE `price_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`starts_at` integer NOT NULL,
	`prices` text NOT NULL,
	`cancels` integer,
	`made_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `price_list` text;