CREATE TABLE `discounts` (
	`code` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`on` text NOT NULL,
	`percent` integer,
	`amount_cents` integer,
	`starts_on` text,
	`ends_on` text,
	`most_per_customer` integer,
	`most_in_all` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `discounts_list` ON `discounts` (`is_active`,`created_at`,`code`);--> statement-breakpoint
DROP INDEX `appointments_report`;--> statement-breakpoint
ALTER TABLE `appointments` ADD `discount_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `appointments` ADD `discount` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `discount_phone` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `discount_email` text;--> statement-breakpoint
CREATE INDEX `appointments_discount` ON `appointments` (`promo_code`,`status`,`hold_expires_at`,`user_id`,`discount_phone`,`discount_email`) WHERE "appointments"."promo_code" is not null;--> statement-breakpoint
CREATE INDEX `appointments_report` ON `appointments` (`status`,`date`,`fuel_type`,`actual_gallons_tenths`,`small_ice_bags`,`large_ice_bags`,`ice_total_cents`,`discount_cents`,`payment_method`,`total_paid_cents`,`refunded_cents`,`disputed_cents`,`remaining_balance_cents`,`test_mode`) WHERE "appointments"."status" = 'completed' and "appointments"."test_mode" = 0;