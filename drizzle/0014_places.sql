CREATE TABLE `places` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`address` text,
	`latitude` real,
	`longitude` real,
	`note` text,
	`aliases` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `places_name_key_unique` ON `places` (`name_key`);