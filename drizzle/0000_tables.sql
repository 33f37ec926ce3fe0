CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`start` text NOT NULL,
	`token_hash` text NOT NULL,
	`scope` text NOT NULL,
	`extras` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_token_hash_unique` ON `api_keys` (`token_hash`);--> statement-breakpoint
CREATE TABLE `calendar_feeds` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`driver_id` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token_hash_unique` ON `calendar_feeds` (`token_hash`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`used_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_used_until` ON `rate_limits` (`used_until`);--> statement-breakpoint
CREATE TABLE `appointments` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`public_code` text NOT NULL,
	`request_id` text,
	`request_hash` text,
	`user_id` text,
	`link_version` integer DEFAULT 0 NOT NULL,
	`link_hash` text,
	`link_tries` integer DEFAULT 0 NOT NULL,
	`driver_id` integer,
	`date` text NOT NULL,
	`slot_index` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`held_by_browser` text,
	`held_by_phone` text,
	`held_by_address` text,
	`held_by_key` text,
	`hold_expires_at` integer,
	`location` text NOT NULL,
	`slip_number` text,
	`fuel_type` text NOT NULL,
	`estimated_gallons_tenths` integer DEFAULT 0 NOT NULL,
	`fill_up` integer DEFAULT false NOT NULL,
	`can_type` text DEFAULT 'service' NOT NULL,
	`small_ice_bags` integer DEFAULT 0 NOT NULL,
	`medium_ice_bags` integer DEFAULT 0 NOT NULL,
	`large_ice_bags` integer DEFAULT 0 NOT NULL,
	`boat_id` text,
	`dock_id` text,
	`boat` text,
	`dock` text,
	`metres_away` integer,
	`beyond_service_area` integer DEFAULT false NOT NULL,
	`actual_gallons_tenths` integer,
	`latitude` real,
	`longitude` real,
	`customer_name` text,
	`customer_email` text,
	`customer_phone` text,
	`customer_address` text,
	`unit_price_cents` integer NOT NULL,
	`custom_unit_price_cents` integer,
	`custom_price_gallons_tenths` integer,
	`fuel_total_cents` integer DEFAULT 0 NOT NULL,
	`ice_total_cents` integer DEFAULT 0 NOT NULL,
	`delivery_fee_cents` integer DEFAULT 0 NOT NULL,
	`total_price_cents` integer DEFAULT 0 NOT NULL,
	`payment_method` text DEFAULT 'cash' NOT NULL,
	`payment_status` text DEFAULT 'pending' NOT NULL,
	`payment_method_stored` integer DEFAULT false NOT NULL,
	`setup_intent_id` text,
	`setup_attempt` integer DEFAULT 0 NOT NULL,
	`stripe_payment_method_id` text,
	`stripe_customer_id` text,
	`card_brand` text,
	`card_last4` text,
	`payment_intent_id` text,
	`total_paid_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`disputed_cents` integer DEFAULT 0 NOT NULL,
	`remaining_balance_cents` integer DEFAULT 0 NOT NULL,
	`balance_paid` integer DEFAULT false NOT NULL,
	`paid_at` integer,
	`promo_code` text,
	`promo_code_used` integer DEFAULT false NOT NULL,
	`test_mode` integer DEFAULT false NOT NULL,
	`notes` text,
	`booked_by` text,
	`no_card_reason` text,
	`cancel_reason` text,
	`cancelled_at` integer,
	`recorded_reason` text,
	`over_capacity_reason` text,
	`not_delivered_reason` text,
	`en_route_at` integer,
	`arrival_at` integer,
	`completed_at` integer,
	`device_completed_at` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_public_code_unique` ON `appointments` (`public_code`);--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_request` ON `appointments` (`request_id`) WHERE "appointments"."request_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_link` ON `appointments` (`link_hash`);--> statement-breakpoint
CREATE INDEX `appointments_occupancy` ON `appointments` (`date`,`slot_index`,`status`,`hold_expires_at`);--> statement-breakpoint
CREATE INDEX `appointments_user` ON `appointments` (`user_id`,`date`,`slot_index`,`status`,`hold_expires_at`,`created_at`,`total_paid_cents`,`refunded_cents`,`disputed_cents`);--> statement-breakpoint
CREATE INDEX `appointments_status` ON `appointments` (`status`,`date`,`slot_index`,`hold_expires_at`,`user_id`,("public_code" || ' ' || "location" || case when "customer_name" is null then '' else ' ' || "customer_name" end || case when "customer_phone" is null then '' else ' ' || "customer_phone" end));--> statement-breakpoint
CREATE INDEX `appointments_report` ON `appointments` (`status`,`date`,`fuel_type`,`actual_gallons_tenths`,`small_ice_bags`,`large_ice_bags`,`ice_total_cents`,`payment_method`,`total_paid_cents`,`refunded_cents`,`disputed_cents`,`remaining_balance_cents`) WHERE "appointments"."status" = 'completed' and "appointments"."test_mode" = 0;--> statement-breakpoint
CREATE INDEX `appointments_driver` ON `appointments` (`driver_id`,`date`,`slot_index`) WHERE "appointments"."driver_id" is not null;--> statement-breakpoint
CREATE INDEX `appointments_setup_intent` ON `appointments` (`setup_intent_id`) WHERE "appointments"."setup_intent_id" is not null;--> statement-breakpoint
CREATE INDEX `appointments_payment_intent` ON `appointments` (`payment_intent_id`) WHERE "appointments"."payment_intent_id" is not null;--> statement-breakpoint
CREATE INDEX `appointments_history` ON `appointments` (`user_id`,`completed_at`,`id`) WHERE "appointments"."status" = 'completed';--> statement-breakpoint
CREATE INDEX `appointments_owed` ON `appointments` (`user_id`,`remaining_balance_cents`) WHERE "appointments"."remaining_balance_cents" > 0;--> statement-breakpoint
CREATE INDEX `appointments_place` ON `appointments` (`location`,`completed_at`) WHERE "appointments"."latitude" is not null;--> statement-breakpoint
CREATE INDEX `appointments_hold` ON `appointments` (`hold_expires_at`) WHERE "appointments"."hold_expires_at" is not null;--> statement-breakpoint
CREATE TABLE `bulk_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'running' NOT NULL,
	`close_date` text,
	`input` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`take_back_until` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_changes_request_id_unique` ON `bulk_changes` (`request_id`);--> statement-breakpoint
CREATE INDEX `bulk_changes_state` ON `bulk_changes` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `bulk_parts` (
	`bulk_id` text NOT NULL,
	`appointment_id` text NOT NULL,
	`position` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`version` integer NOT NULL,
	`date` text,
	`slot_index` integer,
	`reason` text,
	`before` text,
	`after_version` integer,
	`kept_date` text,
	`kept_slot_index` integer,
	`kept_until` integer,
	PRIMARY KEY(`bulk_id`, `appointment_id`),
	FOREIGN KEY (`bulk_id`) REFERENCES `bulk_changes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bulk_parts_kept` ON `bulk_parts` (`kept_until`,`kept_date`,`kept_slot_index`) WHERE "bulk_parts"."kept_until" is not null;--> statement-breakpoint
CREATE TABLE `business_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`confirm_above_cents` integer,
	`confirm_refunds_above_cents` integer,
	`service_radius_miles` integer,
	`messages_from_hour` integer,
	`messages_until_hour` integer,
	`asks_for_photo` integer,
	`asks_for_signature` integer,
	`wind_limit_mph` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fuel_prices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`regular_cents` integer NOT NULL,
	`premium_cents` integer NOT NULL,
	`zip_code` text DEFAULT '49047' NOT NULL,
	`is_manual_override` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `promo_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`test_mode` integer DEFAULT true NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`note` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `support_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`email` text NOT NULL,
	`business_hours` text NOT NULL,
	`service_area` text NOT NULL,
	`emergency_info` text NOT NULL,
	`faq_items` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `weather_data` (
	`date` text PRIMARY KEY NOT NULL,
	`temperature` real NOT NULL,
	`high_temp` real NOT NULL,
	`low_temp` real NOT NULL,
	`condition` text NOT NULL,
	`icon` text,
	`wind_mph` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`topic` text NOT NULL,
	`appointment_id` text,
	`user_id` text,
	`driver_id` integer,
	`slots` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`payment_intent_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`withdrawn_cents` integer NOT NULL,
	`fee_cents` integer DEFAULT 0 NOT NULL,
	`lost_cents` integer NOT NULL,
	`refundable` integer NOT NULL,
	`due_by` integer,
	`opened_at` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `disputes_appointment` ON `disputes` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `disputes_payment_intent` ON `disputes` (`payment_intent_id`);--> statement-breakpoint
CREATE INDEX `disputes_status` ON `disputes` (`status`,`due_by`);--> statement-breakpoint
CREATE INDEX `disputes_asked` ON `disputes` (`asked_at`);--> statement-breakpoint
CREATE TABLE `drivers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`phone` text,
	`email` text,
	`vehicle_info` text,
	`status` text DEFAULT 'available' NOT NULL,
	`current_location` text,
	`latitude` real,
	`longitude` real,
	`located_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `device_actions` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`content_hash` text,
	`appointment_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `device_actions_appointment` ON `device_actions` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `driver_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` integer NOT NULL,
	`appointment_id` text,
	`reason` text,
	`text` text NOT NULL,
	`spill` text,
	`reported_by` text NOT NULL,
	`user_id` text NOT NULL,
	`photo_id` text,
	`photo_storage_key` text,
	`device_at` text,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_reports_photo_id_unique` ON `driver_reports` (`photo_id`);--> statement-breakpoint
CREATE INDEX `driver_reports_open` ON `driver_reports` (`resolved_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_reports_appointment` ON `driver_reports` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `loads` (
	`driver_id` integer NOT NULL,
	`date` text NOT NULL,
	`regular_gallons_tenths` integer NOT NULL,
	`premium_gallons_tenths` integer NOT NULL,
	`small_ice_bags` integer NOT NULL,
	`large_ice_bags` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`date`, `driver_id`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `route_orders` (
	`driver_id` integer NOT NULL,
	`date` text NOT NULL,
	`stop_ids` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`driver_id`, `date`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `closed_months` (
	`month` text PRIMARY KEY NOT NULL,
	`last_entry` integer NOT NULL,
	`sums` text NOT NULL,
	`closed_by` text NOT NULL,
	`closed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`sequence` integer NOT NULL,
	`kind` text NOT NULL,
	`gross_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`moved_at` integer NOT NULL,
	`moved_on` text NOT NULL,
	`delivered_on` text NOT NULL,
	`appointment_id` text NOT NULL,
	`written_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_source` ON `ledger` (`source`,`sequence`);--> statement-breakpoint
CREATE INDEX `ledger_moved` ON `ledger` (`moved_on`,`kind`,`gross_cents`);--> statement-breakpoint
CREATE INDEX `ledger_delivered` ON `ledger` (`delivered_on`,`kind`,`gross_cents`);--> statement-breakpoint
CREATE INDEX `ledger_appointment` ON `ledger` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `card_tries` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`account` text,
	`phone` text,
	`address` text,
	`at` integer NOT NULL,
	`declined_at` integer,
	`decline_event` text,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `card_tries_decline_event_unique` ON `card_tries` (`decline_event`);--> statement-breakpoint
CREATE INDEX `card_tries_appointment` ON `card_tries` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `card_tries_at` ON `card_tries` (`at`);--> statement-breakpoint
CREATE INDEX `card_tries_account` ON `card_tries` (`account`,`at`);--> statement-breakpoint
CREATE INDEX `card_tries_phone` ON `card_tries` (`phone`,`at`);--> statement-breakpoint
CREATE TABLE `charges` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`kind` text DEFAULT 'delivery' NOT NULL,
	`sequence` integer DEFAULT 1 NOT NULL,
	`amount_cents` integer NOT NULL,
	`received_cents` integer,
	`lines` text NOT NULL,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`payment_intent_id` text,
	`error_code` text,
	`error_message` text,
	`card_brand` text,
	`card_last4` text,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`fee_cents` integer,
	`next_attempt_at` integer,
	`settled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_payment_intent_id_unique` ON `charges` (`payment_intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `charges_sequence` ON `charges` (`appointment_id`,`sequence`);--> statement-breakpoint
CREATE UNIQUE INDEX `charges_payable` ON `charges` (`appointment_id`) WHERE "charges"."state" not in ('succeeded', 'cash', 'held');--> statement-breakpoint
CREATE INDEX `charges_state` ON `charges` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `charges_open` ON `charges` (`state`,`created_at`,`amount_cents`) WHERE "charges"."state" not in ('succeeded', 'cash');--> statement-breakpoint
CREATE INDEX `charges_updated` ON `charges` (`updated_at`);--> statement-breakpoint
CREATE TABLE `payment_troubles` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text,
	`reason` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`since` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payment_troubles_standing` ON `payment_troubles` (`ended_at`,`since`);--> statement-breakpoint
CREATE INDEX `payment_troubles_appointment` ON `payment_troubles` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`charge_id` text NOT NULL,
	`stripe_refund_id` text,
	`amount_cents` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`error_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`charge_id`) REFERENCES `charges`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);--> statement-breakpoint
CREATE INDEX `refunds_charge` ON `refunds` (`charge_id`);--> statement-breakpoint
CREATE INDEX `refunds_state` ON `refunds` (`state`);--> statement-breakpoint
CREATE INDEX `refunds_updated` ON `refunds` (`updated_at`);--> statement-breakpoint
CREATE TABLE `stray_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`received_cents` integer NOT NULL,
	`refunded_cents` integer NOT NULL,
	`fee_cents` integer,
	`paid_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `stray_payments_appointment` ON `stray_payments` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `stray_payments_updated` ON `stray_payments` (`updated_at`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_details` (
	`entry_id` text PRIMARY KEY NOT NULL,
	`salt` text NOT NULL,
	`values` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text,
	`thing` text,
	`subject` text,
	`user_id` text,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`before` text,
	`after` text,
	`version` integer,
	`details_hash` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_log_appointment` ON `audit_log` (`appointment_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_thing` ON `audit_log` (`thing`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
CREATE TABLE `audit_seals` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` text NOT NULL,
	`hash` text,
	`sealed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seals_entry_id_unique` ON `audit_seals` (`entry_id`);--> statement-breakpoint
CREATE INDEX `audit_seals_waiting` ON `audit_seals` (`number`) WHERE "audit_seals"."hash" is null;--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text DEFAULT 'mail' NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`appointment_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`expires_at` integer,
	`sent_at` integer,
	`given_up_at` integer,
	`last_error` text,
	`bulk_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_pending` ON `outbox` (`sent_at`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_appointment` ON `outbox` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `outbox_bulk` ON `outbox` (`bulk_id`) WHERE "outbox"."bulk_id" is not null;--> statement-breakpoint
CREATE TABLE `photos` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`kind` text NOT NULL,
	`storage_key` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photos_storage_key_unique` ON `photos` (`storage_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `photos_appointment_kind` ON `photos` (`appointment_id`,`kind`);--> statement-breakpoint
CREATE TABLE `review_items` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`appointment_id` text,
	`reason` text NOT NULL,
	`payload` text,
	`dedupe_key` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`outcome` text,
	`note` text,
	`done_by` text,
	`done_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_items_dedupe_key_unique` ON `review_items` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `review_items_open` ON `review_items` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `review_items_done` ON `review_items` (`state`,`done_at`);--> statement-breakpoint
CREATE INDEX `review_items_appointment` ON `review_items` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `appointment_search_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`appointment_id` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_search_texts_appointment_id_unique` ON `appointment_search_texts` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `customer_search_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_search_texts_user_id_unique` ON `customer_search_texts` (`user_id`);--> statement-breakpoint
CREATE TABLE `search_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `challenges` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`password_mark` text NOT NULL,
	`as_staff` integer DEFAULT false NOT NULL,
	`totp_secret` text,
	`passkey_text` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `challenges_expires` ON `challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `second_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`totp_secret` text,
	`totp_step` integer,
	`credential_id` text,
	`public_key` text,
	`sign_count` integer,
	`transports` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `second_factors_credential_id_unique` ON `second_factors` (`credential_id`);--> statement-breakpoint
CREATE INDEX `second_factors_user` ON `second_factors` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `availability_slots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`date` text NOT NULL,
	`slot_index` integer NOT NULL,
	`is_available` integer DEFAULT true NOT NULL,
	`max_bookings` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `availability_slots_date_window` ON `availability_slots` (`date`,`slot_index`);--> statement-breakpoint
CREATE TABLE `booking_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`default_capacity` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `boats` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text,
	`length` integer,
	`fuel_capacity` integer,
	`fuel_taken` text,
	`fuel_never` text,
	`filler_side` text,
	`filler_place` text,
	`filler_photo_id` text,
	`filler_photo_key` text,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `boats_filler_photo_id_unique` ON `boats` (`filler_photo_id`);--> statement-breakpoint
CREATE INDEX `boats_user` ON `boats` (`user_id`);--> statement-breakpoint
CREATE TABLE `customer_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_notes_user` ON `customer_notes` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `docks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`slip` text,
	`gate_code` text,
	`note` text,
	`latitude` real,
	`longitude` real,
	`position_source` text,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `docks_user` ON `docks` (`user_id`);--> statement-breakpoint
CREATE TABLE `loyalty_points` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`points` integer DEFAULT 0 NOT NULL,
	`total_earned` integer DEFAULT 0 NOT NULL,
	`last_updated` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `loyalty_points_user` ON `loyalty_points` (`user_id`);--> statement-breakpoint
CREATE TABLE `payment_methods` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text,
	`stripe_payment_method_id` text NOT NULL,
	`card_brand` text,
	`card_last4` text,
	`fingerprint` text,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_methods_stripe_payment_method_id_unique` ON `payment_methods` (`stripe_payment_method_id`);--> statement-breakpoint
CREATE INDEX `payment_methods_user` ON `payment_methods` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text DEFAULT 'normal' NOT NULL,
	`user_agent` text,
	`address` text,
	`second_factor_at` integer,
	`confirmed_at` integer,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`plan_type` text NOT NULL,
	`fuel_type` text NOT NULL,
	`gallons` integer NOT NULL,
	`delivery_day` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`next_delivery` text,
	`price_cents` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_due` ON `subscriptions` (`status`,`next_delivery`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`password` text NOT NULL,
	`full_name` text,
	`email` text,
	`email_proven_at` integer,
	`pending_email` text,
	`email_proof` text,
	`email_proof_expires` integer,
	`phone` text,
	`role` text DEFAULT 'customer' NOT NULL,
	`driver_id` integer,
	`address` text,
	`preferred_fuel_type` text DEFAULT 'Premium' NOT NULL,
	`typical_fuel_capacity` integer,
	`delivery_method` text DEFAULT 'boat' NOT NULL,
	`preferred_can_type` text DEFAULT 'service' NOT NULL,
	`preferences_saved_at` integer,
	`boat_name` text,
	`boat_type` text,
	`stripe_customer_id` text,
	`reset_token` text,
	`reset_token_expires` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_unique` ON `users` (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (lower("email"));--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`);--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`role`,lower(case when "full_name" is null then "username" else "full_name" end),`id`);--> statement-breakpoint
CREATE INDEX `users_by_contact` ON `users` (`role`,lower(case when "email" is not null then "email" when "phone" is not null then "phone" else '' end),`id`);--> statement-breakpoint
CREATE INDEX `users_full_name` ON `users` (`full_name`,`id`);--> statement-breakpoint
CREATE INDEX `users_reset_token` ON `users` (`reset_token`);--> statement-breakpoint
CREATE INDEX `users_email_proof` ON `users` (`email_proof`);--> statement-breakpoint
-- By hand, because drizzle cannot generate it: the search tables beside those of src/db/schema/search.ts,
-- and the row that says how far they are.
CREATE VIRTUAL TABLE customers_search USING fts5(text, content='customer_search_texts', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE VIRTUAL TABLE appointments_search USING fts5(text, content='appointment_search_texts', content_rowid='id', tokenize='trigram remove_diacritics 1');--> statement-breakpoint
INSERT INTO search_progress (id, seq) VALUES (1, 0);
