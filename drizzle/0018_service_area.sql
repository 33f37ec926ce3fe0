ALTER TABLE `business_settings` ADD `service_center` text;--> statement-breakpoint
ALTER TABLE `business_settings` ADD `service_zips` text;--> statement-breakpoint
ALTER TABLE `business_settings` ADD `area_policy` text;