pragma foreign_keys = off;
CREATE TABLE "__drizzle_migrations" (
			id SERIAL PRIMARY KEY,
			hash text NOT NULL,
			created_at numeric
		);
insert into "__drizzle_migrations" ("id", "hash", "created_at") values (NULL, '101c4bc761aec3cfd31c54e7710654ff58fcce9a0fbccc512c0dc02386ac2b63', 1795294694833);
insert into "__drizzle_migrations" ("id", "hash", "created_at") values (NULL, '2ec68de5cbe692b279b2c8fd43bb0c2fe53878d590e5a2684cadadb01f9475d4', 1795327397769);
insert into "__drizzle_migrations" ("id", "hash", "created_at") values (NULL, '509d006939d4fd049eb7f4a66f41db7e037fd4de8205ccf4d33e562cc392679f', 1795328339912);
insert into "__drizzle_migrations" ("id", "hash", "created_at") values (NULL, '2df4bc1af16231f953f5f2cffa11d3a7c39ba66608270eacae0c37515b8cb278', 1795328350410);
insert into "__drizzle_migrations" ("id", "hash", "created_at") values (NULL, '3963049298a397786a0475d38759d85661ed3826a1640f1e84c8f35ca73dcafd', 1795328378620);
insert into "__drizzle_migrations" ("id", "hash", "created_at") values (NULL, '81202540a3191c0c3b6b4af55b44d9380de3365d01f3a80d263ee7329e8eec92', 1795328395768);
insert into "__drizzle_migrations" ("id", "hash", "created_at") values (NULL, 'f5d455ab41d029cb46dc69e6b05afd2b1d9bc6cc6ca901c628edba132fcb1883', 1795329515154);
insert into "__drizzle_migrations" ("id", "hash", "created_at") values (NULL, '97102d3cfe9a7f48ccf22f846b1adcc39a237e8578ad28906b819812f9d747d6', 1795336570570);
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`start` text NOT NULL,
	`token_hash` text NOT NULL,
	`scope` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "api_keys" ("id", "name", "start", "token_hash", "scope", "created_by", "created_at", "last_used_at", "revoked_at") values ('apiKeys-0', 'name 0', 'start 0', 'token_hash 0', 'read', 'users-0', 1, 1, 1);
insert into "api_keys" ("id", "name", "start", "token_hash", "scope", "created_by", "created_at", "last_used_at", "revoked_at") values ('apiKeys-1', 'name 1', 'start 1', 'token_hash 1', 'write', 'users-1', 2, NULL, NULL);
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
insert into "calendar_feeds" ("id", "name", "token_hash", "driver_id", "created_by", "created_at", "revoked_at") values ('calendarFeeds-0', 'name 0', 'token_hash 0', 1, 'users-0', 1, 1);
insert into "calendar_feeds" ("id", "name", "token_hash", "driver_id", "created_by", "created_at", "revoked_at") values ('calendarFeeds-1', 'name 1', 'token_hash 1', NULL, 'users-1', 2, NULL);
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`used_until` integer NOT NULL
);
insert into "rate_limits" ("key", "used_until") values ('rateLimits-0', 1);
insert into "rate_limits" ("key", "used_until") values ('rateLimits-1', 2);
CREATE TABLE `appointments` (
	`id` text PRIMARY KEY NOT NULL,
	`public_code` text NOT NULL,
	`request_id` text,
	`user_id` text,
	`driver_id` integer,
	`date` text NOT NULL,
	`slot_index` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`hold_expires_at` integer,
	`location` text NOT NULL,
	`slip_number` text,
	`latitude` real,
	`longitude` real,
	`fuel_type` text NOT NULL,
	`estimated_gallons_tenths` integer DEFAULT 0 NOT NULL,
	`actual_gallons_tenths` integer,
	`can_type` text DEFAULT 'service' NOT NULL,
	`small_ice_bags` integer DEFAULT 0 NOT NULL,
	`medium_ice_bags` integer DEFAULT 0 NOT NULL,
	`large_ice_bags` integer DEFAULT 0 NOT NULL,
	`customer_name` text,
	`customer_email` text,
	`customer_phone` text,
	`customer_address` text,
	`unit_price_cents` integer NOT NULL,
	`custom_unit_price_cents` integer,
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
	`remaining_balance_cents` integer DEFAULT 0 NOT NULL,
	`balance_paid` integer DEFAULT false NOT NULL,
	`paid_at` integer,
	`promo_code` text,
	`promo_code_used` integer DEFAULT false NOT NULL,
	`test_mode` integer DEFAULT false NOT NULL,
	`notes` text,
	`no_card_reason` text,
	`cancel_reason` text,
	`cancelled_at` integer,
	`not_delivered_reason` text,
	`en_route_at` integer,
	`arrival_at` integer,
	`completed_at` integer,
	`device_completed_at` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `request_hash` text, `held_by_browser` text, `held_by_phone` text, `held_by_address` text, `held_by_key` text, `version` integer DEFAULT 1 NOT NULL, `disputed_cents` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-0', 'public_code 0', 'request_id 0', 'users-0', 1, '2026-07-01', 1, 'pending', 1, 'location 0', 'slip_number 0', 1.0, 1.0, 'Regular', 1, 1, 'boat', 1, 1, 1, 'customer_name 0', 'customer_email 0', 'customer_phone 0', 'customer_address 0', 1, 1, 4000, 0, 2500, 6500, 'cash', 'pending', 1, 'setup_intent_id 0', 1, 'stripe_payment_method_id 0', 'stripe_customer_id 0', 'card_brand 0', 'card_last4 0', 'payment_intent_id 0', 0, 0, 0, 0, 1, 'promo_code 0', 1, 1, 'notes 0', 'no_card_reason 0', 'cancel_reason 0', 1, 'nobody_there', 1, 1, 1, 'device_completed_at 0', 1, 1, 'request_hash 0', 'held_by_browser 0', 'held_by_phone 0', 'held_by_address 0', 'held_by_key 0', 1, 1);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-1', 'public_code 1', 'request_id 1', 'users-1', 2, '2026-07-02', 2, 'confirmed', 2, 'location 1', 'slip_number 1', 2.0, 2.0, 'Premium', 2, 2, 'cans', 2, 2, 2, 'customer_name 1', 'customer_email 1', 'customer_phone 1', 'customer_address 1', 2, 2, 4000, 0, 2500, 6500, 'card', 'processing', 0, 'setup_intent_id 1', 2, 'stripe_payment_method_id 1', 'stripe_customer_id 1', 'card_brand 1', 'card_last4 1', 'payment_intent_id 1', 0, 0, 0, 0, 2, 'promo_code 1', 0, 0, 'notes 1', 'no_card_reason 1', 'cancel_reason 1', 2, 'no_access', 2, 2, 2, 'device_completed_at 1', 2, 2, 'request_hash 1', 'held_by_browser 1', 'held_by_phone 1', 'held_by_address 1', 'held_by_key 1', 2, 2);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-2', 'public_code 2', 'request_id 2', 'users-2', 3, '2026-07-03', 3, 'scheduled', 3, 'location 2', 'slip_number 2', 3.0, 3.0, 'Regular', 3, 3, 'service', 3, 3, 3, 'customer_name 2', 'customer_email 2', 'customer_phone 2', 'customer_address 2', 3, 3, 4000, 0, 2500, 6500, 'paypal', 'paid', 1, 'setup_intent_id 2', 3, 'stripe_payment_method_id 2', 'stripe_customer_id 2', 'card_brand 2', 'card_last4 2', 'payment_intent_id 2', 0, 0, 0, 0, 3, 'promo_code 2', 1, 1, 'notes 2', 'no_card_reason 2', 'cancel_reason 2', 3, 'unsafe', 3, 3, 3, 'device_completed_at 2', 3, 3, 'request_hash 2', 'held_by_browser 2', 'held_by_phone 2', 'held_by_address 2', 'held_by_key 2', 3, 3);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-3', 'public_code 3', 'request_id 3', 'users-3', 1, '2026-07-04', 4, 'en_route', 4, 'location 3', 'slip_number 3', 4.0, 4.0, 'Premium', 4, 4, 'own', 4, 4, 4, 'customer_name 3', 'customer_email 3', 'customer_phone 3', 'customer_address 3', 4, 4, 4000, 0, 2500, 6500, 'cash', 'failed', 0, 'setup_intent_id 3', 4, 'stripe_payment_method_id 3', 'stripe_customer_id 3', 'card_brand 3', 'card_last4 3', 'payment_intent_id 3', 0, 0, 0, 0, 4, 'promo_code 3', 0, 0, 'notes 3', 'no_card_reason 3', 'cancel_reason 3', 4, 'wrong_fuel', 4, 4, 4, 'device_completed_at 3', 4, 4, 'request_hash 3', 'held_by_browser 3', 'held_by_phone 3', 'held_by_address 3', 'held_by_key 3', 4, 4);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-4', 'public_code 4', 'request_id 4', 'users-0', 2, '2026-07-05', 5, 'completed', 5, 'location 4', 'slip_number 4', 5.0, 5.0, 'Regular', 5, 5, 'boat', 5, 5, 5, 'customer_name 4', 'customer_email 4', 'customer_phone 4', 'customer_address 4', 5, 5, 4000, 0, 2500, 6500, 'card', 'partly_refunded', 1, 'setup_intent_id 4', 5, 'stripe_payment_method_id 4', 'stripe_customer_id 4', 'card_brand 4', 'card_last4 4', 'payment_intent_id 4', 0, 0, 0, 0, 5, 'promo_code 4', 1, 1, 'notes 4', 'no_card_reason 4', 'cancel_reason 4', 5, 'nobody_there', 5, 5, 5, 'device_completed_at 4', 5, 5, 'request_hash 4', 'held_by_browser 4', 'held_by_phone 4', 'held_by_address 4', 'held_by_key 4', 5, 5);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-5', 'public_code 5', NULL, NULL, NULL, '2026-07-06', 6, 'cancelled', NULL, 'location 5', NULL, NULL, NULL, 'Premium', 6, NULL, 'cans', 6, 6, 6, NULL, NULL, NULL, NULL, 6, NULL, 4000, 0, 2500, 6500, 'paypal', 'refunded', 0, NULL, 6, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, 'no_access', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL, NULL, NULL, 6, 6);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-6', 'public_code 6', NULL, NULL, NULL, '2026-07-07', 7, 'completed', NULL, 'location 6', NULL, NULL, NULL, 'Regular', 7, NULL, 'service', 7, 7, 7, NULL, NULL, NULL, NULL, 7, NULL, 4000, 0, 2500, 6500, 'cash', 'pending', 1, NULL, 7, NULL, NULL, NULL, NULL, NULL, 0, 0, 6500, 0, NULL, NULL, 1, 1, NULL, NULL, NULL, NULL, 'unsafe', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL, NULL, NULL, 7, 7);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-7', 'public_code 7', NULL, NULL, NULL, '2026-07-08', 8, 'completed', NULL, 'location 7', NULL, NULL, NULL, 'Premium', 8, NULL, 'own', 8, 8, 8, NULL, NULL, NULL, NULL, 8, NULL, 4000, 0, 2500, 6500, 'card', 'processing', 0, NULL, 8, NULL, NULL, NULL, NULL, NULL, 0, 0, 6500, 0, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, 'wrong_fuel', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL, NULL, NULL, 8, 8);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-8', 'public_code 8', NULL, NULL, NULL, '2026-07-09', 9, 'completed', NULL, 'location 8', NULL, NULL, NULL, 'Regular', 9, NULL, 'boat', 9, 9, 9, NULL, NULL, NULL, NULL, 9, NULL, 4000, 0, 2500, 6500, 'paypal', 'paid', 1, NULL, 9, NULL, NULL, NULL, NULL, NULL, 0, 0, 6500, 0, NULL, NULL, 1, 1, NULL, NULL, NULL, NULL, 'nobody_there', NULL, NULL, NULL, NULL, 9, 9, NULL, NULL, NULL, NULL, NULL, 9, 9);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-9', 'public_code 9', NULL, NULL, NULL, '2026-07-10', 10, 'completed', NULL, 'location 9', NULL, NULL, NULL, 'Premium', 10, NULL, 'cans', 10, 10, 10, NULL, NULL, NULL, NULL, 10, NULL, 4000, 0, 2500, 6500, 'cash', 'failed', 0, NULL, 10, NULL, NULL, NULL, NULL, NULL, 0, 0, 6500, 0, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, 'no_access', NULL, NULL, NULL, NULL, 10, 10, NULL, NULL, NULL, NULL, NULL, 10, 10);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-10', 'public_code 10', NULL, NULL, NULL, '2026-07-11', 11, 'completed', NULL, 'location 10', NULL, NULL, NULL, 'Regular', 11, NULL, 'service', 11, 11, 11, NULL, NULL, NULL, NULL, 11, NULL, 4000, 0, 2500, 6500, 'card', 'partly_refunded', 1, NULL, 11, NULL, NULL, NULL, NULL, NULL, 0, 0, 6500, 0, NULL, NULL, 1, 1, NULL, NULL, NULL, NULL, 'unsafe', NULL, NULL, NULL, NULL, 11, 11, NULL, NULL, NULL, NULL, NULL, 11, 11);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-11', 'public_code 11', NULL, NULL, NULL, '2026-07-12', 12, 'completed', NULL, 'location 11', NULL, NULL, NULL, 'Premium', 12, NULL, 'own', 12, 12, 12, NULL, NULL, NULL, NULL, 12, NULL, 4000, 0, 2500, 6500, 'paypal', 'refunded', 0, NULL, 12, NULL, NULL, NULL, NULL, NULL, 0, 0, 6500, 0, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, 'wrong_fuel', NULL, NULL, NULL, NULL, 12, 12, NULL, NULL, NULL, NULL, NULL, 12, 12);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-12', 'public_code 12', NULL, NULL, NULL, '2026-07-13', 13, 'completed', NULL, 'location 12', NULL, NULL, NULL, 'Regular', 13, NULL, 'boat', 13, 13, 13, NULL, NULL, NULL, NULL, 13, NULL, 4000, 0, 2500, 6500, 'cash', 'pending', 1, NULL, 13, NULL, NULL, NULL, NULL, NULL, 6500, 500, 0, 1, NULL, NULL, 1, 1, NULL, NULL, NULL, NULL, 'nobody_there', NULL, NULL, NULL, NULL, 13, 13, NULL, NULL, NULL, NULL, NULL, 13, 13);
insert into "appointments" ("id", "public_code", "request_id", "user_id", "driver_id", "date", "slot_index", "status", "hold_expires_at", "location", "slip_number", "latitude", "longitude", "fuel_type", "estimated_gallons_tenths", "actual_gallons_tenths", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "no_card_reason", "cancel_reason", "cancelled_at", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at", "request_hash", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "version", "disputed_cents") values ('appointments-13', 'public_code 13', NULL, NULL, NULL, '2026-07-14', 14, 'completed', NULL, 'location 13', NULL, NULL, NULL, 'Premium', 14, NULL, 'cans', 14, 14, 14, NULL, NULL, NULL, NULL, 14, NULL, 4000, 0, 2500, 6500, 'card', 'processing', 0, NULL, 14, NULL, NULL, NULL, NULL, NULL, 6500, 0, 0, 1, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, 'no_access', NULL, NULL, NULL, NULL, 14, 14, NULL, NULL, NULL, NULL, NULL, 14, 14);
CREATE TABLE `fuel_prices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`regular_cents` integer NOT NULL,
	`premium_cents` integer NOT NULL,
	`zip_code` text DEFAULT '49047' NOT NULL,
	`is_manual_override` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL
);
insert into "fuel_prices" ("id", "regular_cents", "premium_cents", "zip_code", "is_manual_override", "updated_at") values (1, 1, 1, 'zip_code 0', 1, 1);
insert into "fuel_prices" ("id", "regular_cents", "premium_cents", "zip_code", "is_manual_override", "updated_at") values (2, 2, 2, 'zip_code 1', 0, 2);
CREATE TABLE `promo_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`test_mode` integer DEFAULT true NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`note` text,
	`created_at` integer NOT NULL
);
insert into "promo_codes" ("code", "test_mode", "is_active", "note", "created_at") values ('promoCodes-0', 1, 1, 'note 0', 1);
insert into "promo_codes" ("code", "test_mode", "is_active", "note", "created_at") values ('promoCodes-1', 0, 0, NULL, 2);
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
insert into "support_settings" ("id", "phone", "email", "business_hours", "service_area", "emergency_info", "faq_items", "updated_at") values (1, 'phone 0', 'email 0', 'business_hours 0', 'service_area 0', 'emergency_info 0', 'faq_items 0', 1);
insert into "support_settings" ("id", "phone", "email", "business_hours", "service_area", "emergency_info", "faq_items", "updated_at") values (2, 'phone 1', 'email 1', 'business_hours 1', 'service_area 1', 'emergency_info 1', 'faq_items 1', 2);
CREATE TABLE `weather_data` (
	`date` text PRIMARY KEY NOT NULL,
	`temperature` real NOT NULL,
	`high_temp` real NOT NULL,
	`low_temp` real NOT NULL,
	`condition` text NOT NULL,
	`icon` text,
	`updated_at` integer NOT NULL
);
insert into "weather_data" ("date", "temperature", "high_temp", "low_temp", "condition", "icon", "updated_at") values ('weatherData-0', 1.0, 1.0, 1.0, 'condition 0', 'icon 0', 1);
insert into "weather_data" ("date", "temperature", "high_temp", "low_temp", "condition", "icon", "updated_at") values ('weatherData-1', 2.0, 2.0, 2.0, 'condition 1', NULL, 2);
CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`topic` text NOT NULL,
	`appointment_id` text,
	`user_id` text,
	`driver_id` integer,
	`slots` integer DEFAULT false NOT NULL
);
insert into "changes" ("seq", "topic", "appointment_id", "user_id", "driver_id", "slots") values (1, 'appointments', 'appointment_id 0', 'user_id 0', 1, 1);
insert into "changes" ("seq", "topic", "appointment_id", "user_id", "driver_id", "slots") values (2, 'slots', 'appointment_id 1', 'user_id 1', 2, 0);
insert into "changes" ("seq", "topic", "appointment_id", "user_id", "driver_id", "slots") values (3, 'prices', 'appointment_id 2', 'user_id 2', 3, 1);
insert into "changes" ("seq", "topic", "appointment_id", "user_id", "driver_id", "slots") values (4, 'support', 'appointment_id 3', 'user_id 3', 4, 0);
insert into "changes" ("seq", "topic", "appointment_id", "user_id", "driver_id", "slots") values (5, 'weather', 'appointment_id 4', 'user_id 4', 5, 1);
insert into "changes" ("seq", "topic", "appointment_id", "user_id", "driver_id", "slots") values (6, 'drivers', 'appointment_id 5', 'user_id 5', 6, 0);
insert into "changes" ("seq", "topic", "appointment_id", "user_id", "driver_id", "slots") values (7, 'staff', NULL, NULL, NULL, 1);
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`expires_at` integer NOT NULL
);
insert into "leases" ("name", "owner", "expires_at") values ('leases-0', 'owner 0', 1);
insert into "leases" ("name", "owner", "expires_at") values ('leases-1', 'owner 1', 2);
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
insert into "drivers" ("id", "name", "phone", "email", "vehicle_info", "status", "current_location", "latitude", "longitude", "located_at", "created_at") values (1, 'name 0', 'phone 0', 'email 0', 'vehicle_info 0', 'available', 'current_location 0', 1.0, 1.0, 1, 1);
insert into "drivers" ("id", "name", "phone", "email", "vehicle_info", "status", "current_location", "latitude", "longitude", "located_at", "created_at") values (2, 'name 1', 'phone 1', 'email 1', 'vehicle_info 1', 'offline', 'current_location 1', 2.0, 2.0, 2, 2);
insert into "drivers" ("id", "name", "phone", "email", "vehicle_info", "status", "current_location", "latitude", "longitude", "located_at", "created_at") values (3, 'name 2', NULL, NULL, NULL, 'retired', NULL, NULL, NULL, NULL, 3);
CREATE TABLE `device_actions` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`appointment_id` text NOT NULL,
	`at` integer NOT NULL, `content_hash` text,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
insert into "device_actions" ("user_id", "key", "kind", "appointment_id", "at", "content_hash") values ('users-0', 'key 0', 'kind 0', 'appointments-0', 1, 'content_hash 0');
insert into "device_actions" ("user_id", "key", "kind", "appointment_id", "at", "content_hash") values ('users-1', 'key 1', 'kind 1', 'appointments-1', 2, NULL);
CREATE TABLE `driver_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` integer NOT NULL,
	`appointment_id` text,
	`reason` text,
	`text` text NOT NULL,
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
insert into "driver_reports" ("id", "driver_id", "appointment_id", "reason", "text", "reported_by", "user_id", "photo_id", "photo_storage_key", "device_at", "created_at", "resolved_at", "resolved_by") values ('driverReports-0', 1, 'appointments-0', 'nobody_there', 'text 0', 'reported_by 0', 'users-0', 'photo_id 0', 'photo_storage_key 0', 'device_at 0', 1, 1, 'resolved_by 0');
insert into "driver_reports" ("id", "driver_id", "appointment_id", "reason", "text", "reported_by", "user_id", "photo_id", "photo_storage_key", "device_at", "created_at", "resolved_at", "resolved_by") values ('driverReports-1', 2, 'appointments-1', 'no_access', 'text 1', 'reported_by 1', 'users-1', 'photo_id 1', 'photo_storage_key 1', 'device_at 1', 2, 2, 'resolved_by 1');
insert into "driver_reports" ("id", "driver_id", "appointment_id", "reason", "text", "reported_by", "user_id", "photo_id", "photo_storage_key", "device_at", "created_at", "resolved_at", "resolved_by") values ('driverReports-2', 3, 'appointments-2', 'unsafe', 'text 2', 'reported_by 2', 'users-2', 'photo_id 2', 'photo_storage_key 2', 'device_at 2', 3, 3, 'resolved_by 2');
insert into "driver_reports" ("id", "driver_id", "appointment_id", "reason", "text", "reported_by", "user_id", "photo_id", "photo_storage_key", "device_at", "created_at", "resolved_at", "resolved_by") values ('driverReports-3', 1, NULL, 'wrong_fuel', 'text 3', 'reported_by 3', 'users-3', NULL, NULL, NULL, 4, NULL, NULL);
CREATE TABLE `route_orders` (
	`driver_id` integer NOT NULL,
	`date` text NOT NULL,
	`stop_ids` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`driver_id`, `date`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
insert into "route_orders" ("driver_id", "date", "stop_ids", "updated_at") values (1, 'date 0', '["value 0"]', 1);
insert into "route_orders" ("driver_id", "date", "stop_ids", "updated_at") values (2, 'date 1', '["value 1"]', 2);
CREATE TABLE `charges` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`lines` text NOT NULL,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`payment_intent_id` text,
	`error_code` text,
	`error_message` text,
	`card_brand` text,
	`card_last4` text,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`settled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
insert into "charges" ("id", "appointment_id", "amount_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-0', 'appointments-6', 6500, '["value 0"]', 'held', 1, 'payment_intent_id 0', 'error_code 0', 'error_message 0', 'card_brand 0', 'card_last4 0', 0, 1, 1, 1, 1);
insert into "charges" ("id", "appointment_id", "amount_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-1', 'appointments-7', 6500, '["value 1"]', 'due', 2, 'payment_intent_id 1', 'error_code 1', 'error_message 1', 'card_brand 1', 'card_last4 1', 0, 2, 2, 2, 2);
insert into "charges" ("id", "appointment_id", "amount_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-2', 'appointments-8', 6500, '["value 2"]', 'unknown', 3, 'payment_intent_id 2', 'error_code 2', 'error_message 2', 'card_brand 2', 'card_last4 2', 0, 3, 3, 3, 3);
insert into "charges" ("id", "appointment_id", "amount_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-3', 'appointments-9', 6500, '["value 3"]', 'processing', 4, 'payment_intent_id 3', 'error_code 3', 'error_message 3', 'card_brand 3', 'card_last4 3', 0, 4, 4, 4, 4);
insert into "charges" ("id", "appointment_id", "amount_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-4', 'appointments-10', 6500, '["value 4"]', 'declined', 5, 'payment_intent_id 4', 'error_code 4', 'error_message 4', 'card_brand 4', 'card_last4 4', 0, 5, 5, 5, 5);
insert into "charges" ("id", "appointment_id", "amount_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-5', 'appointments-11', 6500, '["value 5"]', 'requires_action', 6, 'payment_intent_id 5', 'error_code 5', 'error_message 5', 'card_brand 5', 'card_last4 5', 0, 6, 6, 6, 6);
insert into "charges" ("id", "appointment_id", "amount_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-6', 'appointments-12', 6500, '["value 6"]', 'succeeded', 7, 'payment_intent_id 6', 'error_code 6', 'error_message 6', 'card_brand 6', 'card_last4 6', 500, 7, 7, 7, 7);
insert into "charges" ("id", "appointment_id", "amount_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-7', 'appointments-13', 6500, '["value 7"]', 'cash', 8, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 8, 8);
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
insert into "refunds" ("id", "charge_id", "stripe_refund_id", "amount_cents", "state", "reason", "error_message", "created_at", "updated_at") values ('refunds-0', 'charges-6', 'stripe_refund_id 0', 500, 'due', 'reason 0', 'error_message 0', 1, 1);
insert into "refunds" ("id", "charge_id", "stripe_refund_id", "amount_cents", "state", "reason", "error_message", "created_at", "updated_at") values ('refunds-1', 'charges-6', 'stripe_refund_id 1', 500, 'pending', 'reason 1', 'error_message 1', 2, 2);
insert into "refunds" ("id", "charge_id", "stripe_refund_id", "amount_cents", "state", "reason", "error_message", "created_at", "updated_at") values ('refunds-2', 'charges-6', 'stripe_refund_id 2', 500, 'succeeded', 'reason 2', 'error_message 2', 3, 3);
insert into "refunds" ("id", "charge_id", "stripe_refund_id", "amount_cents", "state", "reason", "error_message", "created_at", "updated_at") values ('refunds-3', 'charges-6', NULL, 500, 'failed', NULL, NULL, 4, 4);
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
insert into "stripe_events" ("id", "type", "object_id", "created_at", "received_at") values ('stripeEvents-0', 'type 0', 'object_id 0', 1, 1);
insert into "stripe_events" ("id", "type", "object_id", "created_at", "received_at") values ('stripeEvents-1', 'type 1', NULL, 2, 2);
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`before` text,
	`after` text,
	`at` integer NOT NULL, `version` integer,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-0', 'appointments-0', 'actor_kind 0', 'actor_id 0', 'actor_name 0', 'appointment.card_saved', '["value 0"]', '["value 0"]', 1, 1);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-1', 'appointments-1', 'actor_kind 1', 'actor_id 1', 'actor_name 1', 'appointment.card_replaced', '["value 1"]', '["value 1"]', 2, 2);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-2', 'appointments-2', 'actor_kind 2', 'actor_id 2', 'actor_name 2', 'appointment.test_booked', '["value 2"]', '["value 2"]', 3, 3);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-3', 'appointments-3', 'actor_kind 3', 'actor_id 3', 'actor_name 3', 'appointment.hold_expired', '["value 3"]', '["value 3"]', 4, 4);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-4', 'appointments-4', 'actor_kind 4', 'actor_id 4', 'actor_name 4', 'appointment.modified', '["value 4"]', '["value 4"]', 5, 5);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-5', 'appointments-5', 'actor_kind 5', 'actor_id 5', 'actor_name 5', 'appointment.edited', '["value 5"]', '["value 5"]', 6, 6);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-6', 'appointments-6', 'actor_kind 6', 'actor_id 6', 'actor_name 6', 'appointment.rescheduled', '["value 6"]', '["value 6"]', 7, 7);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-7', 'appointments-7', 'actor_kind 7', 'actor_id 7', 'actor_name 7', 'appointment.confirmed', '["value 7"]', '["value 7"]', 8, 8);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-8', 'appointments-8', 'actor_kind 8', 'actor_id 8', 'actor_name 8', 'appointment.scheduled', '["value 8"]', '["value 8"]', 9, 9);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-9', 'appointments-9', 'actor_kind 9', 'actor_id 9', 'actor_name 9', 'appointment.en_route', '["value 9"]', '["value 9"]', 10, 10);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-10', 'appointments-10', 'actor_kind 10', 'actor_id 10', 'actor_name 10', 'appointment.completed', '["value 10"]', '["value 10"]', 11, 11);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-11', 'appointments-11', 'actor_kind 11', 'actor_id 11', 'actor_name 11', 'appointment.cancelled', '["value 11"]', '["value 11"]', 12, 12);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-12', 'appointments-12', 'actor_kind 12', 'actor_id 12', 'actor_name 12', 'appointment.not_delivered', '["value 12"]', '["value 12"]', 13, 13);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-13', 'appointments-13', 'actor_kind 13', 'actor_id 13', 'actor_name 13', 'appointment.photo_added', '["value 13"]', '["value 13"]', 14, 14);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-14', 'appointments-0', 'actor_kind 14', 'actor_id 14', 'actor_name 14', 'report.sent', '["value 14"]', '["value 14"]', 15, 15);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-15', 'appointments-1', 'actor_kind 15', 'actor_id 15', 'actor_name 15', 'report.resolved', '["value 15"]', '["value 15"]', 16, 16);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-16', 'appointments-2', 'actor_kind 16', 'actor_id 16', 'actor_name 16', 'review.resolved', '["value 16"]', '["value 16"]', 17, 17);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-17', 'appointments-3', 'actor_kind 17', 'actor_id 17', 'actor_name 17', 'charge.processing', '["value 17"]', '["value 17"]', 18, 18);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-18', 'appointments-4', 'actor_kind 18', 'actor_id 18', 'actor_name 18', 'charge.declined', '["value 18"]', '["value 18"]', 19, 19);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-19', 'appointments-5', 'actor_kind 19', 'actor_id 19', 'actor_name 19', 'charge.requires_action', '["value 19"]', '["value 19"]', 20, 20);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-20', 'appointments-6', 'actor_kind 20', 'actor_id 20', 'actor_name 20', 'charge.succeeded', '["value 20"]', '["value 20"]', 21, 21);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-21', 'appointments-7', 'actor_kind 21', 'actor_id 21', 'actor_name 21', 'charge.cash', '["value 21"]', '["value 21"]', 22, 22);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-22', 'appointments-8', 'actor_kind 22', 'actor_id 22', 'actor_name 22', 'charge.retried', '["value 22"]', '["value 22"]', 23, 23);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-23', 'appointments-9', 'actor_kind 23', 'actor_id 23', 'actor_name 23', 'charge.released', '["value 23"]', '["value 23"]', 24, 24);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-24', 'appointments-10', 'actor_kind 24', 'actor_id 24', 'actor_name 24', 'charge.corrected', '["value 24"]', '["value 24"]', 25, 25);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-25', 'appointments-11', 'actor_kind 25', 'actor_id 25', 'actor_name 25', 'charge.forgiven', '["value 25"]', '["value 25"]', 26, 26);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-26', 'appointments-12', 'actor_kind 26', 'actor_id 26', 'actor_name 26', 'charge.paid_twice', '["value 26"]', '["value 26"]', 27, 27);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-27', 'appointments-13', 'actor_kind 27', 'actor_id 27', 'actor_name 27', 'charge.dispute.created', '["value 27"]', '["value 27"]', 28, 28);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-28', 'appointments-0', 'actor_kind 28', 'actor_id 28', 'actor_name 28', 'charge.dispute.updated', '["value 28"]', '["value 28"]', 29, 29);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-29', 'appointments-1', 'actor_kind 29', 'actor_id 29', 'actor_name 29', 'charge.dispute.closed', '["value 29"]', '["value 29"]', 30, 30);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-30', 'appointments-2', 'actor_kind 30', 'actor_id 30', 'actor_name 30', 'charge.dispute.funds_withdrawn', '["value 30"]', '["value 30"]', 31, 31);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-31', 'appointments-3', 'actor_kind 31', 'actor_id 31', 'actor_name 31', 'charge.dispute.funds_reinstated', '["value 31"]', '["value 31"]', 32, 32);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-32', 'appointments-4', 'actor_kind 32', 'actor_id 32', 'actor_name 32', 'refund.begun', '["value 32"]', '["value 32"]', 33, 33);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-33', 'appointments-5', 'actor_kind 33', 'actor_id 33', 'actor_name 33', 'refund.cash', '["value 33"]', '["value 33"]', 34, 34);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-34', 'appointments-6', 'actor_kind 34', 'actor_id 34', 'actor_name 34', 'refund.pending', '["value 34"]', '["value 34"]', 35, 35);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-35', 'appointments-7', 'actor_kind 35', 'actor_id 35', 'actor_name 35', 'refund.succeeded', '["value 35"]', '["value 35"]', 36, 36);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-36', 'appointments-8', 'actor_kind 36', 'actor_id 36', 'actor_name 36', 'refund.failed', '["value 36"]', '["value 36"]', 37, 37);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-37', 'appointments-9', 'actor_kind 37', 'actor_id 37', 'actor_name 37', 'driver.available', '["value 37"]', '["value 37"]', 38, 38);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-38', 'appointments-10', 'actor_kind 38', 'actor_id 38', 'actor_name 38', 'driver.offline', '["value 38"]', '["value 38"]', 39, 39);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-39', 'appointments-11', 'actor_kind 39', 'actor_id 39', 'actor_name 39', 'driver.added', '["value 39"]', '["value 39"]', 40, 40);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-40', 'appointments-12', 'actor_kind 40', 'actor_id 40', 'actor_name 40', 'driver.edited', '["value 40"]', '["value 40"]', 41, 41);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-41', 'appointments-13', 'actor_kind 41', 'actor_id 41', 'actor_name 41', 'driver.retired', '["value 41"]', '["value 41"]', 42, 42);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-42', 'appointments-0', 'actor_kind 42', 'actor_id 42', 'actor_name 42', 'driver.restored', '["value 42"]', '["value 42"]', 43, 43);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-43', 'appointments-1', 'actor_kind 43', 'actor_id 43', 'actor_name 43', 'driver.password_reset', '["value 43"]', '["value 43"]', 44, 44);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-44', 'appointments-2', 'actor_kind 44', 'actor_id 44', 'actor_name 44', 'slots.blocked', '["value 44"]', '["value 44"]', 45, 45);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-45', 'appointments-3', 'actor_kind 45', 'actor_id 45', 'actor_name 45', 'slots.opened', '["value 45"]', '["value 45"]', 46, 46);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-46', 'appointments-4', 'actor_kind 46', 'actor_id 46', 'actor_name 46', 'slots.bulk_blocked', '["value 46"]', '["value 46"]', 47, 47);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-47', 'appointments-5', 'actor_kind 47', 'actor_id 47', 'actor_name 47', 'slots.bulk_undone', '["value 47"]', '["value 47"]', 48, 48);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-48', 'appointments-6', 'actor_kind 48', 'actor_id 48', 'actor_name 48', 'slots.capacity', '["value 48"]', '["value 48"]', 49, 49);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-49', 'appointments-7', 'actor_kind 49', 'actor_id 49', 'actor_name 49', 'slots.default_capacity', '["value 49"]', '["value 49"]', 50, 50);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-50', 'appointments-8', 'actor_kind 50', 'actor_id 50', 'actor_name 50', 'customer.noted', '["value 50"]', '["value 50"]', 51, 51);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-51', 'appointments-9', 'actor_kind 51', 'actor_id 51', 'actor_name 51', 'customer.note_removed', '["value 51"]', '["value 51"]', 52, 52);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-52', 'appointments-10', 'actor_kind 52', 'actor_id 52', 'actor_name 52', 'prices.set', '["value 52"]', '["value 52"]', 53, 53);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-53', 'appointments-11', 'actor_kind 53', 'actor_id 53', 'actor_name 53', 'prices.reverted', '["value 53"]', '["value 53"]', 54, 54);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-54', 'appointments-12', 'actor_kind 54', 'actor_id 54', 'actor_name 54', 'promo.added', '["value 54"]', '["value 54"]', 55, 55);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-55', 'appointments-13', 'actor_kind 55', 'actor_id 55', 'actor_name 55', 'promo.edited', '["value 55"]', '["value 55"]', 56, 56);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-56', 'appointments-0', 'actor_kind 56', 'actor_id 56', 'actor_name 56', 'support.saved', '["value 56"]', '["value 56"]', 57, 57);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-57', 'appointments-1', 'actor_kind 57', 'actor_id 57', 'actor_name 57', 'api_key.created', '["value 57"]', '["value 57"]', 58, 58);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-58', 'appointments-2', 'actor_kind 58', 'actor_id 58', 'actor_name 58', 'api_key.revoked', '["value 58"]', '["value 58"]', 59, 59);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-59', 'appointments-3', 'actor_kind 59', 'actor_id 59', 'actor_name 59', 'calendar_link.created', '["value 59"]', '["value 59"]', 60, 60);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-60', 'appointments-4', 'actor_kind 60', 'actor_id 60', 'actor_name 60', 'calendar_link.revoked', '["value 60"]', '["value 60"]', 61, 61);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-61', 'appointments-5', 'actor_kind 61', 'actor_id 61', 'actor_name 61', 'emergency.granted', '["value 61"]', '["value 61"]', 62, 62);
insert into "audit_log" ("id", "appointment_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "at", "version") values ('auditLog-62', NULL, 'actor_kind 62', NULL, 'actor_name 62', 'emergency.refused', NULL, NULL, 63, NULL);
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
	`sent_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
insert into "outbox" ("id", "channel", "recipient", "subject", "body", "dedupe_key", "appointment_id", "attempts", "next_attempt_at", "sent_at", "last_error", "created_at") values ('outbox-0', 'mail', 'recipient 0', 'subject 0', 'body 0', 'dedupe_key 0', 'appointments-0', 1, 1, 1, 'last_error 0', 1);
insert into "outbox" ("id", "channel", "recipient", "subject", "body", "dedupe_key", "appointment_id", "attempts", "next_attempt_at", "sent_at", "last_error", "created_at") values ('outbox-1', 'mail', 'recipient 1', 'subject 1', 'body 1', 'dedupe_key 1', NULL, 2, NULL, NULL, NULL, 2);
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
insert into "photos" ("id", "appointment_id", "kind", "storage_key", "width", "height", "bytes", "created_at") values ('photos-0', 'appointments-0', 'receipt', 'storage_key 0', 1, 1, 1, 1);
insert into "photos" ("id", "appointment_id", "kind", "storage_key", "width", "height", "bytes", "created_at") values ('photos-1', 'appointments-1', 'fuel', 'storage_key 1', 2, 2, 2, 2);
insert into "photos" ("id", "appointment_id", "kind", "storage_key", "width", "height", "bytes", "created_at") values ('photos-2', 'appointments-2', 'issue', 'storage_key 2', 3, 3, 3, 3);
CREATE TABLE `availability_slots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`date` text NOT NULL,
	`slot_index` integer NOT NULL,
	`is_available` integer DEFAULT true NOT NULL,
	`max_bookings` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
insert into "availability_slots" ("id", "date", "slot_index", "is_available", "max_bookings", "created_at", "updated_at") values (1, 'date 0', 1, 1, 1, 1, 1);
insert into "availability_slots" ("id", "date", "slot_index", "is_available", "max_bookings", "created_at", "updated_at") values (2, 'date 1', 2, 0, 1, 2, 2);
CREATE TABLE `booking_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`default_capacity` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
insert into "booking_settings" ("id", "default_capacity", "updated_at") values (1, 1, 1);
insert into "booking_settings" ("id", "default_capacity", "updated_at") values (2, 1, 2);
CREATE TABLE `boats` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text,
	`length` integer,
	`fuel_capacity` integer,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "boats" ("id", "user_id", "name", "type", "length", "fuel_capacity", "is_default", "created_at") values ('boats-0', 'users-0', 'name 0', 'type 0', 1, 1, 1, 1);
insert into "boats" ("id", "user_id", "name", "type", "length", "fuel_capacity", "is_default", "created_at") values ('boats-1', 'users-1', 'name 1', NULL, NULL, NULL, 0, 2);
CREATE TABLE `customer_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "customer_notes" ("id", "user_id", "text", "author_name", "created_at") values ('customerNotes-0', 'users-0', 'text 0', 'author_name 0', 1);
insert into "customer_notes" ("id", "user_id", "text", "author_name", "created_at") values ('customerNotes-1', 'users-1', 'text 1', 'author_name 1', 2);
CREATE TABLE `loyalty_points` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`points` integer DEFAULT 0 NOT NULL,
	`total_earned` integer DEFAULT 0 NOT NULL,
	`last_updated` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "loyalty_points" ("id", "user_id", "points", "total_earned", "last_updated") values ('loyaltyPoints-0', 'users-0', 1, 1, 1);
insert into "loyalty_points" ("id", "user_id", "points", "total_earned", "last_updated") values ('loyaltyPoints-1', 'users-1', 2, 2, 2);
CREATE TABLE `payment_methods` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text,
	`stripe_payment_method_id` text NOT NULL,
	`card_brand` text,
	`card_last4` text,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "payment_methods" ("id", "user_id", "name", "stripe_payment_method_id", "card_brand", "card_last4", "is_default", "created_at", "updated_at") values ('paymentMethods-0', 'users-0', 'name 0', 'stripe_payment_method_id 0', 'card_brand 0', 'card_last4 0', 1, 1, 1);
insert into "payment_methods" ("id", "user_id", "name", "stripe_payment_method_id", "card_brand", "card_last4", "is_default", "created_at", "updated_at") values ('paymentMethods-1', 'users-1', NULL, 'stripe_payment_method_id 1', NULL, NULL, 0, 2, 2);
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text DEFAULT 'normal' NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "sessions" ("id", "token_hash", "user_id", "kind", "user_agent", "created_at", "last_seen_at", "expires_at") values ('sessions-0', 'token_hash 0', 'users-0', 'normal', 'user_agent 0', 1, 1, 1);
insert into "sessions" ("id", "token_hash", "user_id", "kind", "user_agent", "created_at", "last_seen_at", "expires_at") values ('sessions-1', 'token_hash 1', 'users-1', 'emergency', NULL, 2, 2, 2);
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
insert into "subscriptions" ("id", "user_id", "plan_type", "fuel_type", "gallons", "delivery_day", "status", "next_delivery", "price_cents", "created_at") values ('subscriptions-0', 'users-0', 'plan_type 0', 'fuel_type 0', 1, 'delivery_day 0', 'status 0', 'next_delivery 0', 1, 1);
insert into "subscriptions" ("id", "user_id", "plan_type", "fuel_type", "gallons", "delivery_day", "status", "next_delivery", "price_cents", "created_at") values ('subscriptions-1', 'users-1', 'plan_type 1', 'fuel_type 1', 2, 'delivery_day 1', 'status 1', NULL, NULL, 2);
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`password` text NOT NULL,
	`full_name` text,
	`email` text,
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
insert into "users" ("id", "username", "password", "full_name", "email", "phone", "role", "driver_id", "address", "preferred_fuel_type", "typical_fuel_capacity", "delivery_method", "preferred_can_type", "preferences_saved_at", "boat_name", "boat_type", "stripe_customer_id", "reset_token", "reset_token_expires", "created_at", "updated_at") values ('users-0', 'username 0', 'password 0', 'full_name 0', 'email 0', 'phone 0', 'customer', 1, 'address 0', 'Regular', 1, 'boat', 'boat', 1, 'boat_name 0', 'boat_type 0', 'stripe_customer_id 0', 'reset_token 0', 1, 1, 1);
insert into "users" ("id", "username", "password", "full_name", "email", "phone", "role", "driver_id", "address", "preferred_fuel_type", "typical_fuel_capacity", "delivery_method", "preferred_can_type", "preferences_saved_at", "boat_name", "boat_type", "stripe_customer_id", "reset_token", "reset_token_expires", "created_at", "updated_at") values ('users-1', 'username 1', 'password 1', 'full_name 1', 'email 1', 'phone 1', 'driver', 2, 'address 1', 'Premium', 2, 'cans', 'cans', 2, 'boat_name 1', 'boat_type 1', 'stripe_customer_id 1', 'reset_token 1', 2, 2, 2);
insert into "users" ("id", "username", "password", "full_name", "email", "phone", "role", "driver_id", "address", "preferred_fuel_type", "typical_fuel_capacity", "delivery_method", "preferred_can_type", "preferences_saved_at", "boat_name", "boat_type", "stripe_customer_id", "reset_token", "reset_token_expires", "created_at", "updated_at") values ('users-2', 'username 2', 'password 2', 'full_name 2', 'email 2', 'phone 2', 'admin', 3, 'address 2', 'Regular', 3, 'boat', 'service', 3, 'boat_name 2', 'boat_type 2', 'stripe_customer_id 2', 'reset_token 2', 3, 3, 3);
insert into "users" ("id", "username", "password", "full_name", "email", "phone", "role", "driver_id", "address", "preferred_fuel_type", "typical_fuel_capacity", "delivery_method", "preferred_can_type", "preferences_saved_at", "boat_name", "boat_type", "stripe_customer_id", "reset_token", "reset_token_expires", "created_at", "updated_at") values ('users-3', 'username 3', 'password 3', NULL, NULL, NULL, 'customer', NULL, NULL, 'Premium', NULL, 'cans', 'own', NULL, NULL, NULL, NULL, NULL, NULL, 4, 4);
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
insert into "payment_troubles" ("id", "appointment_id", "reason", "count", "since", "seen_at", "ended_at") values ('paymentTroubles-0', 'appointments-0', 'reason 0', 1, 1, 1, 1);
insert into "payment_troubles" ("id", "appointment_id", "reason", "count", "since", "seen_at", "ended_at") values ('paymentTroubles-1', NULL, 'reason 1', 2, 2, 2, NULL);
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
insert into "card_tries" ("id", "appointment_id", "account", "phone", "address", "at", "declined_at", "decline_event") values ('cardTries-0', 'appointments-0', 'account 0', 'phone 0', 'address 0', 1, 1, 'decline_event 0');
insert into "card_tries" ("id", "appointment_id", "account", "phone", "address", "at", "declined_at", "decline_event") values ('cardTries-1', 'appointments-1', NULL, NULL, NULL, 2, NULL, NULL);
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
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-0', 'held_charge', 'appointments-0', 'reason 0', '["value 0"]', 'dedupe_key 0', 'open', 'charged', 'note 0', 'done_by 0', 1, 1);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-1', 'custom_price', 'appointments-1', 'reason 1', '["value 1"]', 'dedupe_key 1', 'done', 'corrected', 'note 1', 'done_by 1', 2, 2);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-2', 'payment_difference', 'appointments-2', 'reason 2', '["value 2"]', 'dedupe_key 2', 'open', 'forgiven', 'note 2', 'done_by 2', 3, 3);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-3', 'dispute', 'appointments-3', 'reason 3', '["value 3"]', 'dedupe_key 3', 'done', 'dealt_with', 'note 3', 'done_by 3', 4, 4);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-4', 'held_charge', 'appointments-4', 'reason 4', '["value 4"]', 'dedupe_key 4', 'open', 'won', 'note 4', 'done_by 4', 5, 5);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-5', 'custom_price', 'appointments-5', 'reason 5', '["value 5"]', 'dedupe_key 5', 'done', 'lost', 'note 5', 'done_by 5', 6, 6);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-6', 'payment_difference', NULL, 'reason 6', NULL, 'dedupe_key 6', 'open', 'closed', NULL, NULL, NULL, 7);
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
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-0', 'appointments-0', 'payment_intent_id 0', 1, 'reason 0', 'warning_needs_response', 1, 1, 1, 1, 1, 1, 1, 1);
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-1', 'appointments-1', 'payment_intent_id 1', 2, 'reason 1', 'warning_under_review', 2, 2, 2, 0, 2, 2, 2, 2);
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-2', 'appointments-2', 'payment_intent_id 2', 3, 'reason 2', 'warning_closed', 3, 3, 3, 1, 3, 3, 3, 3);
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-3', 'appointments-3', 'payment_intent_id 3', 4, 'reason 3', 'needs_response', 4, 4, 4, 0, 4, 4, 4, 4);
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-4', 'appointments-4', 'payment_intent_id 4', 5, 'reason 4', 'under_review', 5, 5, 5, 1, 5, 5, 5, 5);
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-5', 'appointments-5', 'payment_intent_id 5', 6, 'reason 5', 'prevented', 6, 6, 6, 0, 6, 6, 6, 6);
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-6', 'appointments-6', 'payment_intent_id 6', 7, 'reason 6', 'won', 7, 7, 7, 1, 7, 7, 7, 7);
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-7', 'appointments-7', 'payment_intent_id 7', 8, 'reason 7', 'lost', 8, 8, 8, 0, 8, 8, 8, 8);
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-8', 'appointments-8', 'payment_intent_id 8', 9, 'reason 8', 'appeal_needs_response', 9, 9, 9, 1, 9, 9, 9, 9);
insert into "disputes" ("id", "appointment_id", "payment_intent_id", "amount_cents", "reason", "status", "withdrawn_cents", "fee_cents", "lost_cents", "refundable", "due_by", "opened_at", "asked_at", "closed_at") values ('disputes-9', 'appointments-9', 'payment_intent_id 9', 10, 'reason 9', 'appeal_under_review', 10, 10, 10, 0, NULL, 10, 10, NULL);
CREATE UNIQUE INDEX `api_keys_token_hash_unique` ON `api_keys` (`token_hash`);
CREATE UNIQUE INDEX `calendar_feeds_token_hash_unique` ON `calendar_feeds` (`token_hash`);
CREATE INDEX `rate_limits_used_until` ON `rate_limits` (`used_until`);
CREATE UNIQUE INDEX `appointments_public_code_unique` ON `appointments` (`public_code`);
CREATE UNIQUE INDEX `appointments_request` ON `appointments` (`request_id`) WHERE "appointments"."request_id" is not null;
CREATE INDEX `appointments_occupancy` ON `appointments` (`date`,`slot_index`,`status`,`hold_expires_at`);
CREATE INDEX `appointments_status` ON `appointments` (`status`,`date`,`slot_index`,`hold_expires_at`,`user_id`,("public_code" || ' ' || "location" || case when "customer_name" is null then '' else ' ' || "customer_name" end || case when "customer_phone" is null then '' else ' ' || "customer_phone" end));
CREATE INDEX `appointments_driver` ON `appointments` (`driver_id`,`date`,`slot_index`) WHERE "appointments"."driver_id" is not null;
CREATE INDEX `appointments_setup_intent` ON `appointments` (`setup_intent_id`) WHERE "appointments"."setup_intent_id" is not null;
CREATE INDEX `appointments_payment_intent` ON `appointments` (`payment_intent_id`) WHERE "appointments"."payment_intent_id" is not null;
CREATE INDEX `appointments_place` ON `appointments` (`location`,`completed_at`) WHERE "appointments"."latitude" is not null;
CREATE INDEX `appointments_hold` ON `appointments` (`hold_expires_at`) WHERE "appointments"."hold_expires_at" is not null;
CREATE INDEX `device_actions_appointment` ON `device_actions` (`appointment_id`);
CREATE UNIQUE INDEX `driver_reports_photo_id_unique` ON `driver_reports` (`photo_id`);
CREATE INDEX `driver_reports_open` ON `driver_reports` (`resolved_at`,`created_at`);
CREATE INDEX `driver_reports_appointment` ON `driver_reports` (`appointment_id`);
CREATE UNIQUE INDEX `charges_appointment_id_unique` ON `charges` (`appointment_id`);
CREATE UNIQUE INDEX `charges_payment_intent_id_unique` ON `charges` (`payment_intent_id`);
CREATE INDEX `charges_state` ON `charges` (`state`,`next_attempt_at`);
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);
CREATE INDEX `refunds_charge` ON `refunds` (`charge_id`);
CREATE INDEX `refunds_state` ON `refunds` (`state`);
CREATE INDEX `audit_log_appointment` ON `audit_log` (`appointment_id`,`at`);
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);
CREATE UNIQUE INDEX `outbox_dedupe` ON `outbox` (`dedupe_key`);
CREATE INDEX `outbox_pending` ON `outbox` (`sent_at`,`next_attempt_at`);
CREATE INDEX `outbox_appointment` ON `outbox` (`appointment_id`);
CREATE UNIQUE INDEX `photos_storage_key_unique` ON `photos` (`storage_key`);
CREATE UNIQUE INDEX `photos_appointment_kind` ON `photos` (`appointment_id`,`kind`);
CREATE UNIQUE INDEX `availability_slots_date_window` ON `availability_slots` (`date`,`slot_index`);
CREATE INDEX `boats_user` ON `boats` (`user_id`);
CREATE INDEX `customer_notes_user` ON `customer_notes` (`user_id`,`created_at`);
CREATE UNIQUE INDEX `loyalty_points_user` ON `loyalty_points` (`user_id`);
CREATE UNIQUE INDEX `payment_methods_stripe_payment_method_id_unique` ON `payment_methods` (`stripe_payment_method_id`);
CREATE INDEX `payment_methods_user` ON `payment_methods` (`user_id`);
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`);
CREATE INDEX `subscriptions_due` ON `subscriptions` (`status`,`next_delivery`);
CREATE UNIQUE INDEX `users_username_unique` ON `users` (lower("username"));
CREATE UNIQUE INDEX `users_email_unique` ON `users` (lower("email"));
CREATE INDEX `users_role` ON `users` (`role`);
CREATE INDEX `users_full_name` ON `users` (`full_name`,`id`);
CREATE INDEX `users_reset_token` ON `users` (`reset_token`);
CREATE INDEX `payment_troubles_standing` ON `payment_troubles` (`ended_at`,`since`);
CREATE INDEX `payment_troubles_appointment` ON `payment_troubles` (`appointment_id`);
CREATE UNIQUE INDEX `card_tries_decline_event_unique` ON `card_tries` (`decline_event`);
CREATE INDEX `card_tries_appointment` ON `card_tries` (`appointment_id`);
CREATE INDEX `card_tries_at` ON `card_tries` (`at`);
CREATE UNIQUE INDEX `review_items_dedupe_key_unique` ON `review_items` (`dedupe_key`);
CREATE INDEX `review_items_open` ON `review_items` (`state`,`created_at`);
CREATE INDEX `review_items_done` ON `review_items` (`state`,`done_at`);
CREATE INDEX `review_items_appointment` ON `review_items` (`appointment_id`);
CREATE INDEX `disputes_appointment` ON `disputes` (`appointment_id`);
CREATE INDEX `disputes_payment_intent` ON `disputes` (`payment_intent_id`);
CREATE INDEX `disputes_status` ON `disputes` (`status`,`due_by`);
CREATE INDEX `appointments_user` ON `appointments` (`user_id`,`date`,`slot_index`,`status`,`hold_expires_at`,`created_at`,`total_paid_cents`,`refunded_cents`,`disputed_cents`);
CREATE INDEX `appointments_report` ON `appointments` (`status`,`date`,`fuel_type`,`actual_gallons_tenths`,`small_ice_bags`,`large_ice_bags`,`ice_total_cents`,`payment_method`,`total_paid_cents`,`refunded_cents`,`disputed_cents`,`remaining_balance_cents`) WHERE "appointments"."status" = 'completed' and "appointments"."test_mode" = 0;
CREATE TRIGGER changes_appointment_made AFTER INSERT ON appointments BEGIN
    INSERT INTO changes (topic, appointment_id, user_id, driver_id, slots)
    VALUES ('appointments', new.id, new.user_id, new.driver_id, 1);
  END;
CREATE TRIGGER changes_appointment_changed AFTER UPDATE ON appointments BEGIN
    INSERT INTO changes (topic, appointment_id, user_id, driver_id, slots)
    VALUES ('appointments', new.id, new.user_id, new.driver_id,
      old.date IS NOT new.date OR old.slot_index IS NOT new.slot_index
      OR (old.status = 'cancelled') IS NOT (new.status = 'cancelled')
      OR old.hold_expires_at IS NOT new.hold_expires_at);
  END;
CREATE TRIGGER changes_appointment_reassigned AFTER UPDATE OF driver_id ON appointments
  WHEN old.driver_id IS NOT NULL AND old.driver_id IS NOT new.driver_id BEGIN
    INSERT INTO changes (topic, appointment_id, user_id, driver_id)
    VALUES ('appointments', new.id, new.user_id, old.driver_id);
  END;
CREATE TRIGGER changes_appointment_gone AFTER DELETE ON appointments BEGIN
    INSERT INTO changes (topic, appointment_id, user_id, driver_id, slots)
    VALUES ('appointments', old.id, old.user_id, old.driver_id, 1);
  END;
CREATE TRIGGER changes_charge_made AFTER INSERT ON charges BEGIN INSERT INTO changes (topic, appointment_id, user_id, driver_id)
    SELECT 'appointments', id, user_id, driver_id FROM appointments WHERE id = new.appointment_id; END;
CREATE TRIGGER changes_charge_changed AFTER UPDATE ON charges BEGIN INSERT INTO changes (topic, appointment_id, user_id, driver_id)
    SELECT 'appointments', id, user_id, driver_id FROM appointments WHERE id = new.appointment_id; END;
CREATE TRIGGER changes_payment_troubles_made AFTER INSERT ON payment_troubles BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_payment_troubles_changed AFTER UPDATE ON payment_troubles
  WHEN old.ended_at IS NOT new.ended_at OR old.reason IS NOT new.reason BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_review_items_made AFTER INSERT ON review_items BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_review_items_changed AFTER UPDATE ON review_items BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_review_items_gone AFTER DELETE ON review_items BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_availability_slots_made AFTER INSERT ON availability_slots BEGIN INSERT INTO changes (topic, slots) VALUES ('slots', 1); END;
CREATE TRIGGER changes_availability_slots_changed AFTER UPDATE ON availability_slots BEGIN INSERT INTO changes (topic, slots) VALUES ('slots', 1); END;
CREATE TRIGGER changes_availability_slots_gone AFTER DELETE ON availability_slots BEGIN INSERT INTO changes (topic, slots) VALUES ('slots', 1); END;
CREATE TRIGGER changes_booking_settings_made AFTER INSERT ON booking_settings BEGIN INSERT INTO changes (topic, slots) VALUES ('slots', 1); END;
CREATE TRIGGER changes_booking_settings_changed AFTER UPDATE ON booking_settings BEGIN INSERT INTO changes (topic, slots) VALUES ('slots', 1); END;
CREATE TRIGGER changes_booking_settings_gone AFTER DELETE ON booking_settings BEGIN INSERT INTO changes (topic, slots) VALUES ('slots', 1); END;
CREATE TRIGGER changes_fuel_prices_made AFTER INSERT ON fuel_prices BEGIN INSERT INTO changes (topic, slots) VALUES ('prices', 0); END;
CREATE TRIGGER changes_fuel_prices_changed AFTER UPDATE ON fuel_prices BEGIN INSERT INTO changes (topic, slots) VALUES ('prices', 0); END;
CREATE TRIGGER changes_fuel_prices_gone AFTER DELETE ON fuel_prices BEGIN INSERT INTO changes (topic, slots) VALUES ('prices', 0); END;
CREATE TRIGGER changes_support_settings_made AFTER INSERT ON support_settings BEGIN INSERT INTO changes (topic, slots) VALUES ('support', 0); END;
CREATE TRIGGER changes_support_settings_changed AFTER UPDATE ON support_settings BEGIN INSERT INTO changes (topic, slots) VALUES ('support', 0); END;
CREATE TRIGGER changes_support_settings_gone AFTER DELETE ON support_settings BEGIN INSERT INTO changes (topic, slots) VALUES ('support', 0); END;
CREATE TRIGGER changes_weather_data_made AFTER INSERT ON weather_data BEGIN INSERT INTO changes (topic, slots) VALUES ('weather', 0); END;
CREATE TRIGGER changes_weather_data_changed AFTER UPDATE ON weather_data BEGIN INSERT INTO changes (topic, slots) VALUES ('weather', 0); END;
CREATE TRIGGER changes_weather_data_gone AFTER DELETE ON weather_data BEGIN INSERT INTO changes (topic, slots) VALUES ('weather', 0); END;
CREATE TRIGGER changes_drivers_made AFTER INSERT ON drivers BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', new.id, 0); END;
CREATE TRIGGER changes_drivers_changed AFTER UPDATE ON drivers BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', new.id, 0); END;
CREATE TRIGGER changes_drivers_gone AFTER DELETE ON drivers BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', old.id, 0); END;
CREATE TRIGGER changes_driver_reports_made AFTER INSERT ON driver_reports BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', new.driver_id, 0); END;
CREATE TRIGGER changes_driver_reports_changed AFTER UPDATE ON driver_reports BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', new.driver_id, 0); END;
CREATE TRIGGER changes_route_orders_made AFTER INSERT ON route_orders BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', new.driver_id, 0); END;
CREATE TRIGGER changes_route_orders_changed AFTER UPDATE ON route_orders BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', new.driver_id, 0); END;
CREATE TRIGGER changes_route_orders_gone AFTER DELETE ON route_orders BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', old.driver_id, 0); END;
