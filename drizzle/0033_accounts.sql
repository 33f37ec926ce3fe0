CREATE TABLE `account_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`accounts` text NOT NULL,
	`made_by` text NOT NULL,
	`created_at` integer NOT NULL
);
