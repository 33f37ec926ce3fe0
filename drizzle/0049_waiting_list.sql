CREATE TABLE `waitlist_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text,
	`user_id` text,
	`status` text NOT NULL,
	`link_hash` text NOT NULL,
	`date` text NOT NULL,
	`slot_index` integer,
	`location` text NOT NULL,
	`slip_number` text,
	`driver_note` text,
	`fuel_type` text NOT NULL,
	`estimated_gallons_tenths` integer DEFAULT 0 NOT NULL,
	`fill_up` integer DEFAULT false NOT NULL,
	`can_type` text DEFAULT 'service' NOT NULL,
	`small_ice_bags` integer DEFAULT 0 NOT NULL,
	`medium_ice_bags` integer DEFAULT 0 NOT NULL,
	`large_ice_bags` integer DEFAULT 0 NOT NULL,
	`boat_id` text,
	`dock_id` text,
	`promo_code` text,
	`customer_name` text,
	`customer_email` text,
	`customer_phone` text,
	`customer_address` text,
	`phone_mark` text,
	`email_mark` text,
	`reach` text,
	`queued_at` integer,
	`appointment_id` text,
	`offers` integer DEFAULT 0 NOT NULL,
	`accepted_at` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_request` ON `waitlist_entries` (`request_id`) WHERE "waitlist_entries"."request_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_link` ON `waitlist_entries` (`link_hash`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_line` ON `waitlist_entries` (`date`,`slot_index`,`queued_at`,`id`) WHERE "waitlist_entries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX `waitlist_entries_open` ON `waitlist_entries` (`date`) WHERE "waitlist_entries"."status" in ('unconfirmed', 'waiting', 'offered');--> statement-breakpoint
CREATE INDEX `waitlist_entries_user` ON `waitlist_entries` (`user_id`) WHERE "waitlist_entries"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `waitlist_entries_phone` ON `waitlist_entries` (`phone_mark`) WHERE "waitlist_entries"."phone_mark" is not null;--> statement-breakpoint
CREATE INDEX `waitlist_entries_email` ON `waitlist_entries` (`email_mark`) WHERE "waitlist_entries"."email_mark" is not null;--> statement-breakpoint
CREATE INDEX `waitlist_entries_date` ON `waitlist_entries` (`date`,`created_at`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_offered` ON `waitlist_entries` (`appointment_id`) WHERE "waitlist_entries"."status" = 'offered';--> statement-breakpoint
ALTER TABLE `appointments` ADD `hold_kind` text DEFAULT 'visitor' NOT NULL;