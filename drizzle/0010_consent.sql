CREATE TABLE `legal_texts` (
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `version`)
);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `setup_for_this_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `appointments` ADD `card_for_this_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `appointments` ADD `card_detached_at` integer;--> statement-breakpoint
CREATE INDEX `appointments_card_for_once` ON `appointments` (`date`) WHERE "appointments"."card_for_this_only" = 1 and "appointments"."card_detached_at" is null;--> statement-breakpoint
ALTER TABLE `business_settings` ADD `company_name` text;--> statement-breakpoint
ALTER TABLE `business_settings` ADD `company_address` text;--> statement-breakpoint
ALTER TABLE `business_settings` ADD `waters` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `terms` text;