CREATE TABLE `bulk_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'running' NOT NULL,
	`close_date` text,
	`input` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`take_back_until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_changes_request_id_unique` ON `bulk_changes` (`request_id`);--> statement-breakpoint
CREATE INDEX `bulk_changes_state` ON `bulk_changes` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `bulk_parts` (
	`bulk_id` text NOT NULL,
	`appointment_id` text NOT NULL,
	`position` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`version` integer NOT NULL,
	`date` text,
	`slot_index` integer,
	`reason` text,
	`before` text,
	`after_version` integer,
	`kept_date` text,
	`kept_slot_index` integer,
	`kept_until` integer,
	PRIMARY KEY(`bulk_id`, `appointment_id`),
	FOREIGN KEY (`bulk_id`) REFERENCES `bulk_changes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bulk_parts_kept` ON `bulk_parts` (`kept_until`,`kept_date`,`kept_slot_index`) WHERE "bulk_parts"."kept_until" is not null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `bulk_id` text;--> statement-breakpoint
CREATE INDEX `outbox_bulk` ON `outbox` (`bulk_id`) WHERE "outbox"."bulk_id" is not null;