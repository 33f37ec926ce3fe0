CREATE TABLE `hours_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hours` text NOT NULL,
	`made_by` text NOT NULL,
	`created_at` integer NOT NULL
);
