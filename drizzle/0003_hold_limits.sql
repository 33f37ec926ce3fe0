ALTER TABLE `appointments` ADD `held_by_browser` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `held_by_phone` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `held_by_address` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `held_by_key` text;