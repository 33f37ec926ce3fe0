CREATE TABLE `cash_counts` (
	`date` text NOT NULL,
	`driver_id` integer NOT NULL,
	`due_cents` integer NOT NULL,
	`handed_in_cents` integer NOT NULL,
	`reason` text,
	`version` integer NOT NULL,
	`signed_by` text NOT NULL,
	`signed_at` integer NOT NULL,
	PRIMARY KEY(`date`, `driver_id`)
);
--> statement-breakpoint
CREATE TABLE `closed_days` (
	`date` text PRIMARY KEY NOT NULL,
	`last_ledger` integer NOT NULL,
	`last_delivery` integer NOT NULL,
	`trucks` text NOT NULL,
	`cash` text NOT NULL,
	`refunds_cents` integer NOT NULL,
	`stock` text NOT NULL,
	`closed_by` text NOT NULL,
	`closed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `delivery_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`appointment_id` text NOT NULL,
	`driver_id` integer NOT NULL,
	`delivered_on` text NOT NULL,
	`regular_gallons_tenths` integer NOT NULL,
	`premium_gallons_tenths` integer NOT NULL,
	`small_ice_bags` integer NOT NULL,
	`large_ice_bags` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `delivery_entries_day` ON `delivery_entries` (`delivered_on`,`driver_id`);--> statement-breakpoint
CREATE INDEX `delivery_entries_appointment` ON `delivery_entries` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `truck_counts` (
	`date` text NOT NULL,
	`key` text NOT NULL,
	`loaded` text NOT NULL,
	`counted` text NOT NULL,
	`reason` text,
	`version` integer NOT NULL,
	`counted_by` text NOT NULL,
	`counted_at` integer NOT NULL,
	PRIMARY KEY(`date`, `key`)
);
--> statement-breakpoint
ALTER TABLE `business_settings` ADD `count_limit_tenths` integer;--> statement-breakpoint
-- Completions before this version. Triggers write the entries of later ones.
INSERT INTO `delivery_entries` (`appointment_id`, `driver_id`, `delivered_on`, `regular_gallons_tenths`, `premium_gallons_tenths`, `small_ice_bags`, `large_ice_bags`)
SELECT `id`, coalesce(`driver_id`, 0), `date`,
	iif(`fuel_type` = 'Premium', 0, coalesce(`actual_gallons_tenths`, `estimated_gallons_tenths`)),
	iif(`fuel_type` = 'Premium', coalesce(`actual_gallons_tenths`, `estimated_gallons_tenths`), 0),
	`small_ice_bags`, `large_ice_bags`
FROM `appointments` WHERE `status` = 'completed' ORDER BY `completed_at`, `id`;
