ALTER TABLE `customer_search_texts` ADD `phone_key` text;--> statement-breakpoint
CREATE INDEX `customer_search_texts_phone` ON `customer_search_texts` (`phone_key`);