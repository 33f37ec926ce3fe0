ALTER TABLE `users` ADD `former_role` text;--> statement-breakpoint
ALTER TABLE `users` ADD `invited_at` integer;