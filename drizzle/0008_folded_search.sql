ALTER TABLE `drivers` ADD `search_text` text;--> statement-breakpoint
CREATE INDEX `drivers_stale` ON `drivers` (`id`) WHERE "drivers"."search_text" is null;--> statement-breakpoint
ALTER TABLE `appointment_search_texts` ADD `stale` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `appointment_search_texts_stale` ON `appointment_search_texts` (`id`) WHERE "appointment_search_texts"."stale" > 0;--> statement-breakpoint
ALTER TABLE `customer_search_texts` ADD `stale` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `customer_search_texts_stale` ON `customer_search_texts` (`id`) WHERE "customer_search_texts"."stale" > 0;--> statement-breakpoint
ALTER TABLE `users` ADD `name_key` text;--> statement-breakpoint
ALTER TABLE `users` ADD `contact_key` text;--> statement-breakpoint
CREATE INDEX `users_by_name_key` ON `users` (`role`,case when "name_key" is null then lower(case when "full_name" is null then "username" else "full_name" end) else "name_key" end,`id`);--> statement-breakpoint
CREATE INDEX `users_by_contact_key` ON `users` (`role`,case when "contact_key" is null then lower(case when "email" is not null then "email" when "phone" is not null then "phone" else '' end) else "contact_key" end,`id`);