CREATE TABLE `text_numbers` (
	`number` text PRIMARY KEY NOT NULL,
	`stopped_at` integer,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `texts_off` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `outbox` ADD `provider_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `outcome` text;--> statement-breakpoint
CREATE INDEX `outbox_texts` ON `outbox` (`recipient`,`created_at`) WHERE "outbox"."channel" = 'text';