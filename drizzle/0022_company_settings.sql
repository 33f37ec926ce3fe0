ALTER TABLE `business_settings` ADD `license_line` text;--> statement-breakpoint
ALTER TABLE `business_settings` ADD `cancellation_policy` text;--> statement-breakpoint
ALTER TABLE `business_settings` ADD `sender_name` text;--> statement-breakpoint
ALTER TABLE `business_settings` ADD `sender_email` text;