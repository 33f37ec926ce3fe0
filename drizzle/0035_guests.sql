CREATE TABLE `guest_appointments` (
	`appointment_id` text PRIMARY KEY NOT NULL,
	`guest_id` text NOT NULL,
	`email_key` text NOT NULL,
	`phone_key` text NOT NULL,
	`name_key` text NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`guest_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `guest_appointments_guest` ON `guest_appointments` (`guest_id`);--> statement-breakpoint
CREATE INDEX `guest_appointments_email` ON `guest_appointments` (`email_key`);--> statement-breakpoint
CREATE INDEX `guest_appointments_phone` ON `guest_appointments` (`phone_key`);--> statement-breakpoint
ALTER TABLE `users` ADD `guest_email` text;--> statement-breakpoint
ALTER TABLE `users` ADD `guest_email_key` text;--> statement-breakpoint
CREATE INDEX `users_listed_by_name` ON `users` (("role" = 'customer' or "role" = 'guest'),case when "name_key" is null then lower(case when "full_name" is null then "username" else "full_name" end) else "name_key" end,`id`);--> statement-breakpoint
CREATE INDEX `users_listed_by_contact` ON `users` (("role" = 'customer' or "role" = 'guest'),case when "contact_key" is null then lower(case when "email" is not null then "email" when "phone" is not null then "phone" else '' end) else "contact_key" end,`id`);--> statement-breakpoint
CREATE INDEX `users_guest_email` ON `users` (`guest_email_key`) WHERE "users"."guest_email_key" is not null;--> statement-breakpoint
UPDATE `appointment_search_texts` SET `stale` = `stale` + 1 WHERE `appointment_id` IN (SELECT `id` FROM `appointments` WHERE `user_id` IS NULL AND `hold_expires_at` IS NULL);
