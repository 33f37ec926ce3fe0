ALTER TABLE `outbox` ADD `turn_key` text;--> statement-breakpoint
CREATE INDEX `outbox_turns` ON `outbox` (`turn_key`,`created_at`) WHERE "outbox"."turn_key" is not null;