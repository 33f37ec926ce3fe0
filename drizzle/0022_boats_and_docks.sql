CREATE TABLE `docks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`slip` text,
	`gate_code` text,
	`note` text,
	`latitude` real,
	`longitude` real,
	`position_source` text,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `docks_user` ON `docks` (`user_id`);--> statement-breakpoint
ALTER TABLE `appointments` ADD `fill_up` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `appointments` ADD `boat_id` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `dock_id` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `boat` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `dock` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `metres_away` integer;--> statement-breakpoint
ALTER TABLE `boats` ADD `fuel_taken` text;--> statement-breakpoint
ALTER TABLE `boats` ADD `fuel_never` text;--> statement-breakpoint
ALTER TABLE `boats` ADD `filler_side` text;--> statement-breakpoint
ALTER TABLE `boats` ADD `filler_place` text;--> statement-breakpoint
ALTER TABLE `boats` ADD `filler_photo_id` text;--> statement-breakpoint
ALTER TABLE `boats` ADD `filler_photo_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `boats_filler_photo_id_unique` ON `boats` (`filler_photo_id`);