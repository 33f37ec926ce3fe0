CREATE TABLE `truck_days` (
	`driver_id` integer NOT NULL,
	`date` text NOT NULL,
	`truck_id` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`driver_id`, `date`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`truck_id`) REFERENCES `trucks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `truck_days_date` ON `truck_days` (`date`);--> statement-breakpoint
CREATE TABLE `trucks` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`meter_serial` text,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trucks_name_key_unique` ON `trucks` (`name_key`);