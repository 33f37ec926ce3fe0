DROP INDEX `appointments_search`;--> statement-breakpoint
DROP INDEX `appointments_status`;--> statement-breakpoint
CREATE INDEX `appointments_status` ON `appointments` (`status`,`date`,`window_index`,`hold_expires_at`,`user_id`,("public_code" || ' ' || "location" || case when "customer_name" is null then '' else ' ' || "customer_name" end || case when "customer_phone" is null then '' else ' ' || "customer_phone" end));--> statement-breakpoint
CREATE INDEX `users_full_name` ON `users` (`full_name`,`id`);