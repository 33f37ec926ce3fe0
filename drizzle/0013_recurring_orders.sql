ALTER TABLE `subscriptions` ADD `boat_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `dock_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `location` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `slip_number` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `fill_up` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `can_type` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `small_ice_bags` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `large_ice_bags` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `slot_index` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `end_date` text;