ALTER TABLE `business_settings` ADD `wind_limit_mph` integer;--> statement-breakpoint
ALTER TABLE `weather_data` ADD `wind_mph` text;