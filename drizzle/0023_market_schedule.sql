ALTER TABLE `fuel_prices` ADD `set_at` integer;--> statement-breakpoint
ALTER TABLE `price_entries` ADD `market` text;