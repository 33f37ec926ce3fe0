pragma foreign_keys = off;
CREATE TABLE "__drizzle_migrations" (
			id SERIAL PRIMARY KEY,
			hash text NOT NULL,
			created_at numeric
		);
insert into "__drizzle_migrations" ("id", "hash", "created_at") values (NULL, '562b0a94873fe81b40a468c3170b25361b2b82374639cad95a72021e1e7a66e1', 1795395841868);
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
insert into "api_keys" ("id", "name", "start", "token_hash", "scope", "extras", "created_by", "created_at", "last_used_at", "revoked_at") values ('apiKeys-0', 'name 0', 'start 0', 'token_hash 0', 'read', '["value 0"]', 'users-0', 1, 1, 1);
insert into "api_keys" ("id", "name", "start", "token_hash", "scope", "extras", "created_by", "created_at", "last_used_at", "revoked_at") values ('apiKeys-1', 'name 1', 'start 1', 'token_hash 1', 'write', NULL, 'users-1', 2, NULL, NULL);
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
insert into "calendar_feeds" ("id", "name", "token_hash", "driver_id", "created_by", "created_at", "revoked_at") values ('feeds-0', 'name 0', 'token_hash 0', 1, 'users-0', 1, 1);
insert into "calendar_feeds" ("id", "name", "token_hash", "driver_id", "created_by", "created_at", "revoked_at") values ('feeds-1', 'name 1', 'token_hash 1', NULL, 'users-1', 2, NULL);
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`used_until` integer NOT NULL
);
insert into "rate_limits" ("key", "used_until") values ('rateLimits-0', 1);
insert into "rate_limits" ("key", "used_until") values ('rateLimits-1', 2);
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
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-0', 1, 'public_code 0', 'request_id 0', 'request_hash 0', 'users-0', 1, 'link_hash 0', 1, 1, '2026-07-01', 1, 'pending', 'held_by_browser 0', 'held_by_phone 0', 'held_by_address 0', 'held_by_key 0', 1, 'location 0', 'slip_number 0', 'Regular', 1, 1, 'boat', 1, 1, 1, 'boat_id 0', 'dock_id 0', '"boat 0"', '"dock 0"', 1, 1, 1, 1.0, 1.0, 'customer_name 0', 'customer_email 0', 'customer_phone 0', 'customer_address 0', 1, 1, 1, 4000, 0, 2500, 6500, 'cash', 'pending', 1, 'setup_intent_id 0', 1, 'stripe_payment_method_id 0', 'stripe_customer_id 0', 'card_brand 0', 'card_last4 0', 'payment_intent_id 0', 0, 0, 1, 0, 0, 1, 'promo_code 0', 1, 1, 'notes 0', 'driver', 'no_card_reason 0', 'cancel_reason 0', 1, 'recorded_reason 0', 'over_capacity_reason 0', 'nobody_there', 1, 1, 1, 'device_completed_at 0', 1, 1);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-1', 2, 'public_code 1', 'request_id 1', 'request_hash 1', 'users-1', 2, 'link_hash 1', 2, 2, '2026-07-02', 2, 'confirmed', 'held_by_browser 1', 'held_by_phone 1', 'held_by_address 1', 'held_by_key 1', 2, 'location 1', 'slip_number 1', 'Premium', 2, 0, 'cans', 2, 2, 2, 'boat_id 1', 'dock_id 1', '"boat 1"', '"dock 1"', 2, 0, 2, 2.0, 2.0, 'customer_name 1', 'customer_email 1', 'customer_phone 1', 'customer_address 1', 2, 2, 2, 4000, 0, 2500, 6500, 'card', 'processing', 0, 'setup_intent_id 1', 2, 'stripe_payment_method_id 1', 'stripe_customer_id 1', 'card_brand 1', 'card_last4 1', 'payment_intent_id 1', 0, 0, 2, 0, 0, 2, 'promo_code 1', 0, 0, 'notes 1', 'staff', 'no_card_reason 1', 'cancel_reason 1', 2, 'recorded_reason 1', 'over_capacity_reason 1', 'no_access', 2, 2, 2, 'device_completed_at 1', 2, 2);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-2', 3, 'public_code 2', 'request_id 2', 'request_hash 2', 'users-2', 3, 'link_hash 2', 3, 3, '2026-07-03', 3, 'scheduled', 'held_by_browser 2', 'held_by_phone 2', 'held_by_address 2', 'held_by_key 2', 3, 'location 2', 'slip_number 2', 'Regular', 3, 1, 'service', 3, 3, 3, 'boat_id 2', 'dock_id 2', '"boat 2"', '"dock 2"', 3, 1, 3, 3.0, 3.0, 'customer_name 2', 'customer_email 2', 'customer_phone 2', 'customer_address 2', 3, 3, 3, 4000, 0, 2500, 6500, 'paypal', 'paid', 1, 'setup_intent_id 2', 3, 'stripe_payment_method_id 2', 'stripe_customer_id 2', 'card_brand 2', 'card_last4 2', 'payment_intent_id 2', 0, 0, 3, 0, 0, 3, 'promo_code 2', 1, 1, 'notes 2', 'driver', 'no_card_reason 2', 'cancel_reason 2', 3, 'recorded_reason 2', 'over_capacity_reason 2', 'unsafe', 3, 3, 3, 'device_completed_at 2', 3, 3);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-3', 4, 'public_code 3', 'request_id 3', 'request_hash 3', 'users-3', 4, 'link_hash 3', 4, 1, '2026-07-04', 4, 'en_route', 'held_by_browser 3', 'held_by_phone 3', 'held_by_address 3', 'held_by_key 3', 4, 'location 3', 'slip_number 3', 'Premium', 4, 0, 'own', 4, 4, 4, 'boat_id 3', 'dock_id 3', '"boat 3"', '"dock 3"', 4, 0, 4, 4.0, 4.0, 'customer_name 3', 'customer_email 3', 'customer_phone 3', 'customer_address 3', 4, 4, 4, 4000, 0, 2500, 6500, 'cash', 'failed', 0, 'setup_intent_id 3', 4, 'stripe_payment_method_id 3', 'stripe_customer_id 3', 'card_brand 3', 'card_last4 3', 'payment_intent_id 3', 0, 0, 4, 0, 0, 4, 'promo_code 3', 0, 0, 'notes 3', 'staff', 'no_card_reason 3', 'cancel_reason 3', 4, 'recorded_reason 3', 'over_capacity_reason 3', 'wrong_fuel', 4, 4, 4, 'device_completed_at 3', 4, 4);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-4', 5, 'public_code 4', 'request_id 4', 'request_hash 4', 'users-0', 5, 'link_hash 4', 5, 2, '2026-07-05', 5, 'completed', 'held_by_browser 4', 'held_by_phone 4', 'held_by_address 4', 'held_by_key 4', 5, 'location 4', 'slip_number 4', 'Regular', 5, 1, 'boat', 5, 5, 5, 'boat_id 4', 'dock_id 4', '"boat 4"', '"dock 4"', 5, 1, 5, 5.0, 5.0, 'customer_name 4', 'customer_email 4', 'customer_phone 4', 'customer_address 4', 5, 5, 5, 4000, 0, 2500, 6500, 'card', 'partly_refunded', 1, 'setup_intent_id 4', 5, 'stripe_payment_method_id 4', 'stripe_customer_id 4', 'card_brand 4', 'card_last4 4', 'payment_intent_id 4', 0, 0, 5, 0, 0, 5, 'promo_code 4', 1, 1, 'notes 4', 'driver', 'no_card_reason 4', 'cancel_reason 4', 5, 'recorded_reason 4', 'over_capacity_reason 4', 'nobody_there', 5, 5, 5, 'device_completed_at 4', 5, 5);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-5', 6, 'public_code 5', NULL, NULL, NULL, 6, NULL, 6, NULL, '2026-07-06', 6, 'cancelled', NULL, NULL, NULL, NULL, NULL, 'location 5', NULL, 'Premium', 6, 0, 'cans', 6, 6, 6, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 6, NULL, NULL, 4000, 0, 2500, 6500, 'paypal', 'refunded', 0, NULL, 6, NULL, NULL, NULL, NULL, NULL, 0, 0, 6, 0, 0, NULL, NULL, 0, 0, NULL, 'staff', NULL, NULL, NULL, NULL, NULL, 'no_access', NULL, NULL, NULL, NULL, 6, 6);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-6', 7, 'public_code 6', NULL, NULL, NULL, 7, NULL, 7, NULL, '2026-07-07', 7, 'completed', NULL, NULL, NULL, NULL, NULL, 'location 6', NULL, 'Regular', 7, 1, 'service', 7, 7, 7, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 7, NULL, NULL, 4000, 0, 2500, 6500, 'cash', 'pending', 1, NULL, 7, NULL, NULL, NULL, NULL, NULL, 0, 0, 7, 0, 0, NULL, NULL, 1, 1, NULL, 'driver', NULL, NULL, NULL, NULL, NULL, 'unsafe', NULL, NULL, NULL, NULL, 7, 7);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-7', 8, 'public_code 7', NULL, NULL, NULL, 8, NULL, 8, NULL, '2026-07-08', 8, 'completed', NULL, NULL, NULL, NULL, NULL, 'location 7', NULL, 'Premium', 8, 0, 'own', 8, 8, 8, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 8, NULL, NULL, 4000, 0, 2500, 6500, 'card', 'processing', 0, NULL, 8, NULL, NULL, NULL, NULL, NULL, 0, 0, 8, 6500, 0, NULL, NULL, 0, 0, NULL, 'staff', NULL, NULL, NULL, NULL, NULL, 'wrong_fuel', NULL, NULL, NULL, NULL, 8, 8);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-8', 9, 'public_code 8', NULL, NULL, NULL, 9, NULL, 9, NULL, '2026-07-09', 9, 'completed', NULL, NULL, NULL, NULL, NULL, 'location 8', NULL, 'Regular', 9, 1, 'boat', 9, 9, 9, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 9, NULL, NULL, 4000, 0, 2500, 6500, 'paypal', 'paid', 1, NULL, 9, NULL, NULL, NULL, NULL, NULL, 0, 0, 9, 6500, 0, NULL, NULL, 1, 1, NULL, 'driver', NULL, NULL, NULL, NULL, NULL, 'nobody_there', NULL, NULL, NULL, NULL, 9, 9);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-9', 10, 'public_code 9', NULL, NULL, NULL, 10, NULL, 10, NULL, '2026-07-10', 10, 'completed', NULL, NULL, NULL, NULL, NULL, 'location 9', NULL, 'Premium', 10, 0, 'cans', 10, 10, 10, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10, NULL, NULL, 4000, 0, 2500, 6500, 'cash', 'failed', 0, NULL, 10, NULL, NULL, NULL, NULL, NULL, 0, 0, 10, 6500, 0, NULL, NULL, 0, 0, NULL, 'staff', NULL, NULL, NULL, NULL, NULL, 'no_access', NULL, NULL, NULL, NULL, 10, 10);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-10', 11, 'public_code 10', NULL, NULL, NULL, 11, NULL, 11, NULL, '2026-07-11', 11, 'completed', NULL, NULL, NULL, NULL, NULL, 'location 10', NULL, 'Regular', 11, 1, 'service', 11, 11, 11, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 11, NULL, NULL, 4000, 0, 2500, 6500, 'card', 'partly_refunded', 1, NULL, 11, NULL, NULL, NULL, NULL, NULL, 0, 0, 11, 6500, 0, NULL, NULL, 1, 1, NULL, 'driver', NULL, NULL, NULL, NULL, NULL, 'unsafe', NULL, NULL, NULL, NULL, 11, 11);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-11', 12, 'public_code 11', NULL, NULL, NULL, 12, NULL, 12, NULL, '2026-07-12', 12, 'completed', NULL, NULL, NULL, NULL, NULL, 'location 11', NULL, 'Premium', 12, 0, 'own', 12, 12, 12, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 12, NULL, NULL, 4000, 0, 2500, 6500, 'paypal', 'refunded', 0, NULL, 12, NULL, NULL, NULL, NULL, NULL, 0, 0, 12, 6500, 0, NULL, NULL, 0, 0, NULL, 'staff', NULL, NULL, NULL, NULL, NULL, 'wrong_fuel', NULL, NULL, NULL, NULL, 12, 12);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-12', 13, 'public_code 12', NULL, NULL, NULL, 13, NULL, 13, NULL, '2026-07-13', 13, 'completed', NULL, NULL, NULL, NULL, NULL, 'location 12', NULL, 'Regular', 13, 1, 'boat', 13, 13, 13, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 13, NULL, NULL, 4000, 0, 2500, 6500, 'cash', 'pending', 1, NULL, 13, NULL, NULL, NULL, NULL, NULL, 6500, 500, 13, 0, 1, NULL, NULL, 1, 1, NULL, 'driver', NULL, NULL, NULL, NULL, NULL, 'nobody_there', NULL, NULL, NULL, NULL, 13, 13);
insert into "appointments" ("id", "version", "public_code", "request_id", "request_hash", "user_id", "link_version", "link_hash", "link_tries", "driver_id", "date", "slot_index", "status", "held_by_browser", "held_by_phone", "held_by_address", "held_by_key", "hold_expires_at", "location", "slip_number", "fuel_type", "estimated_gallons_tenths", "fill_up", "can_type", "small_ice_bags", "medium_ice_bags", "large_ice_bags", "boat_id", "dock_id", "boat", "dock", "metres_away", "beyond_service_area", "actual_gallons_tenths", "latitude", "longitude", "customer_name", "customer_email", "customer_phone", "customer_address", "unit_price_cents", "custom_unit_price_cents", "custom_price_gallons_tenths", "fuel_total_cents", "ice_total_cents", "delivery_fee_cents", "total_price_cents", "payment_method", "payment_status", "payment_method_stored", "setup_intent_id", "setup_attempt", "stripe_payment_method_id", "stripe_customer_id", "card_brand", "card_last4", "payment_intent_id", "total_paid_cents", "refunded_cents", "disputed_cents", "remaining_balance_cents", "balance_paid", "paid_at", "promo_code", "promo_code_used", "test_mode", "notes", "booked_by", "no_card_reason", "cancel_reason", "cancelled_at", "recorded_reason", "over_capacity_reason", "not_delivered_reason", "en_route_at", "arrival_at", "completed_at", "device_completed_at", "created_at", "updated_at") values ('appointments-13', 14, 'public_code 13', NULL, NULL, NULL, 14, NULL, 14, NULL, '2026-07-14', 14, 'completed', NULL, NULL, NULL, NULL, NULL, 'location 13', NULL, 'Premium', 14, 0, 'cans', 14, 14, 14, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 14, NULL, NULL, 4000, 0, 2500, 6500, 'card', 'processing', 0, NULL, 14, NULL, NULL, NULL, NULL, NULL, 6500, 0, 14, 0, 1, NULL, NULL, 0, 0, NULL, 'staff', NULL, NULL, NULL, NULL, NULL, 'no_access', NULL, NULL, NULL, NULL, 14, 14);
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
insert into "bulk_changes" ("id", "request_id", "kind", "state", "close_date", "input", "actor_id", "actor_name", "take_back_until", "created_at") values ('bulkChanges-0', 'request_id 0', 'confirm', 'running', 'close_date 0', '"input 0"', 'actor_id 0', 'actor_name 0', 1, 1);
insert into "bulk_changes" ("id", "request_id", "kind", "state", "close_date", "input", "actor_id", "actor_name", "take_back_until", "created_at") values ('bulkChanges-1', 'request_id 1', 'schedule', 'done', 'close_date 1', '"input 1"', 'actor_id 1', 'actor_name 1', 2, 2);
insert into "bulk_changes" ("id", "request_id", "kind", "state", "close_date", "input", "actor_id", "actor_name", "take_back_until", "created_at") values ('bulkChanges-2', 'request_id 2', 'assign', 'taking_back', 'close_date 2', '"input 2"', 'actor_id 2', 'actor_name 2', 3, 3);
insert into "bulk_changes" ("id", "request_id", "kind", "state", "close_date", "input", "actor_id", "actor_name", "take_back_until", "created_at") values ('bulkChanges-3', 'request_id 3', 'move', 'taken_back', 'close_date 3', '"input 3"', 'actor_id 3', 'actor_name 3', 4, 4);
insert into "bulk_changes" ("id", "request_id", "kind", "state", "close_date", "input", "actor_id", "actor_name", "take_back_until", "created_at") values ('bulkChanges-4', 'request_id 4', 'cancel', 'running', 'close_date 4', '"input 4"', 'actor_id 4', 'actor_name 4', 5, 5);
insert into "bulk_changes" ("id", "request_id", "kind", "state", "close_date", "input", "actor_id", "actor_name", "take_back_until", "created_at") values ('bulkChanges-5', 'request_id 5', 'write', 'done', NULL, '"input 5"', 'actor_id 5', 'actor_name 5', NULL, 6);
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
insert into "bulk_parts" ("bulk_id", "appointment_id", "position", "state", "version", "date", "slot_index", "reason", "before", "after_version", "kept_date", "kept_slot_index", "kept_until") values ('bulkChanges-0', 'appointment_id 0', 1, 'waiting', 1, 'date 0', 1, 'reason 0', '"before 0"', 1, 'kept_date 0', 1, 1);
insert into "bulk_parts" ("bulk_id", "appointment_id", "position", "state", "version", "date", "slot_index", "reason", "before", "after_version", "kept_date", "kept_slot_index", "kept_until") values ('bulkChanges-1', 'appointment_id 1', 2, 'done', 2, 'date 1', 2, 'reason 1', '"before 1"', 2, 'kept_date 1', 2, 2);
insert into "bulk_parts" ("bulk_id", "appointment_id", "position", "state", "version", "date", "slot_index", "reason", "before", "after_version", "kept_date", "kept_slot_index", "kept_until") values ('bulkChanges-2', 'appointment_id 2', 3, 'left_out', 3, 'date 2', 3, 'reason 2', '"before 2"', 3, 'kept_date 2', 3, 3);
insert into "bulk_parts" ("bulk_id", "appointment_id", "position", "state", "version", "date", "slot_index", "reason", "before", "after_version", "kept_date", "kept_slot_index", "kept_until") values ('bulkChanges-3', 'appointment_id 3', 4, 'taken_back', 4, 'date 3', 4, 'reason 3', '"before 3"', 4, 'kept_date 3', 4, 4);
insert into "bulk_parts" ("bulk_id", "appointment_id", "position", "state", "version", "date", "slot_index", "reason", "before", "after_version", "kept_date", "kept_slot_index", "kept_until") values ('bulkChanges-4', 'appointment_id 4', 5, 'stays', 5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
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
insert into "business_settings" ("id", "confirm_above_cents", "confirm_refunds_above_cents", "service_radius_miles", "messages_from_hour", "messages_until_hour", "asks_for_photo", "asks_for_signature", "wind_limit_mph", "updated_at") values (1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
insert into "business_settings" ("id", "confirm_above_cents", "confirm_refunds_above_cents", "service_radius_miles", "messages_from_hour", "messages_until_hour", "asks_for_photo", "asks_for_signature", "wind_limit_mph", "updated_at") values (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2);
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
	`wind_mph` text,
	`updated_at` integer NOT NULL
);
insert into "weather_data" ("date", "temperature", "high_temp", "low_temp", "condition", "icon", "wind_mph", "updated_at") values ('weatherData-0', 1.0, 1.0, 1.0, 'condition 0', 'icon 0', '["value 0"]', 1);
insert into "weather_data" ("date", "temperature", "high_temp", "low_temp", "condition", "icon", "wind_mph", "updated_at") values ('weatherData-1', 2.0, 2.0, 2.0, 'condition 1', NULL, NULL, 2);
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
	`content_hash` text,
	`appointment_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
);
insert into "device_actions" ("user_id", "key", "kind", "content_hash", "appointment_id", "at") values ('users-0', 'key 0', 'kind 0', 'content_hash 0', 'appointments-0', 1);
insert into "device_actions" ("user_id", "key", "kind", "content_hash", "appointment_id", "at") values ('users-1', 'key 1', 'kind 1', NULL, 'appointments-1', 2);
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
insert into "driver_reports" ("id", "driver_id", "appointment_id", "reason", "text", "spill", "reported_by", "user_id", "photo_id", "photo_storage_key", "device_at", "created_at", "resolved_at", "resolved_by") values ('driverReports-0', 1, 'appointments-0', 'nobody_there', 'text 0', '"spill 0"', 'reported_by 0', 'users-0', 'photo_id 0', 'photo_storage_key 0', 'device_at 0', 1, 1, 'resolved_by 0');
insert into "driver_reports" ("id", "driver_id", "appointment_id", "reason", "text", "spill", "reported_by", "user_id", "photo_id", "photo_storage_key", "device_at", "created_at", "resolved_at", "resolved_by") values ('driverReports-1', 2, 'appointments-1', 'no_access', 'text 1', '"spill 1"', 'reported_by 1', 'users-1', 'photo_id 1', 'photo_storage_key 1', 'device_at 1', 2, 2, 'resolved_by 1');
insert into "driver_reports" ("id", "driver_id", "appointment_id", "reason", "text", "spill", "reported_by", "user_id", "photo_id", "photo_storage_key", "device_at", "created_at", "resolved_at", "resolved_by") values ('driverReports-2', 3, 'appointments-2', 'unsafe', 'text 2', '"spill 2"', 'reported_by 2', 'users-2', 'photo_id 2', 'photo_storage_key 2', 'device_at 2', 3, 3, 'resolved_by 2');
insert into "driver_reports" ("id", "driver_id", "appointment_id", "reason", "text", "spill", "reported_by", "user_id", "photo_id", "photo_storage_key", "device_at", "created_at", "resolved_at", "resolved_by") values ('driverReports-3', 1, NULL, 'wrong_fuel', 'text 3', NULL, 'reported_by 3', 'users-3', NULL, NULL, NULL, 4, NULL, NULL);
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
insert into "loads" ("driver_id", "date", "regular_gallons_tenths", "premium_gallons_tenths", "small_ice_bags", "large_ice_bags", "updated_at") values (1, 'date 0', 1, 1, 1, 1, 1);
insert into "loads" ("driver_id", "date", "regular_gallons_tenths", "premium_gallons_tenths", "small_ice_bags", "large_ice_bags", "updated_at") values (2, 'date 1', 2, 2, 2, 2, 2);
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
CREATE TABLE `closed_months` (
	`month` text PRIMARY KEY NOT NULL,
	`last_entry` integer NOT NULL,
	`sums` text NOT NULL,
	`closed_by` text NOT NULL,
	`closed_at` integer NOT NULL
);
insert into "closed_months" ("month", "last_entry", "sums", "closed_by", "closed_at") values ('closedMonths-0', 1, '["value 0"]', 'closed_by 0', 1);
insert into "closed_months" ("month", "last_entry", "sums", "closed_by", "closed_at") values ('closedMonths-1', 2, '["value 1"]', 'closed_by 1', 2);
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
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (1, 'source 0', 1, 'charge', 0, 0, 1, 'moved_on 0', 'delivered_on 0', 'appointments-0', 1);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (2, 'source 1', 2, 'correction_charge', 0, 0, 2, 'moved_on 1', 'delivered_on 1', 'appointments-1', 2);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (3, 'source 2', 3, 'refund', 0, 0, 3, 'moved_on 2', 'delivered_on 2', 'appointments-2', 3);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (4, 'source 3', 4, 'refund_failed', 0, 0, 4, 'moved_on 3', 'delivered_on 3', 'appointments-3', 4);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (5, 'source 4', 5, 'fee', 0, 0, 5, 'moved_on 4', 'delivered_on 4', 'appointments-4', 5);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (6, 'source 5', 6, 'cash', 0, 0, 6, 'moved_on 5', 'delivered_on 5', 'appointments-5', 6);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (7, 'source 6', 7, 'cash_back', 0, 0, 7, 'moved_on 6', 'delivered_on 6', 'appointments-6', 7);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (8, 'source 7', 8, 'stray_payment', 0, 0, 8, 'moved_on 7', 'delivered_on 7', 'appointments-7', 8);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (9, 'source 8', 9, 'stray_refund', 0, 0, 9, 'moved_on 8', 'delivered_on 8', 'appointments-8', 9);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (10, 'source 9', 10, 'dispute_withdrawn', 0, 0, 10, 'moved_on 9', 'delivered_on 9', 'appointments-9', 10);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (11, 'source 10', 11, 'dispute_returned', 0, 0, 11, 'moved_on 10', 'delivered_on 10', 'appointments-10', 11);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (12, 'source 11', 12, 'dispute_lost', 0, 0, 12, 'moved_on 11', 'delivered_on 11', 'appointments-11', 12);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (13, 'source 12', 13, 'dispute_regained', 0, 0, 13, 'moved_on 12', 'delivered_on 12', 'appointments-12', 13);
insert into "ledger" ("id", "source", "sequence", "kind", "gross_cents", "fee_cents", "moved_at", "moved_on", "delivered_on", "appointment_id", "written_at") values (14, 'source 13', 14, 'dispute_fee', 0, 0, 14, 'moved_on 13', 'delivered_on 13', 'appointments-13', 14);
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
insert into "charges" ("id", "appointment_id", "kind", "sequence", "amount_cents", "received_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "fee_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-0', 'appointments-6', 'delivery', 1, 6500, NULL, '["value 0"]', 'held', 1, 'payment_intent_id 0', 'error_code 0', 'error_message 0', 'card_brand 0', 'card_last4 0', 0, NULL, 1, 1, 1, 1);
insert into "charges" ("id", "appointment_id", "kind", "sequence", "amount_cents", "received_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "fee_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-1', 'appointments-7', 'correction', 2, 6500, NULL, '["value 1"]', 'due', 2, 'payment_intent_id 1', 'error_code 1', 'error_message 1', 'card_brand 1', 'card_last4 1', 0, NULL, 2, 2, 2, 2);
insert into "charges" ("id", "appointment_id", "kind", "sequence", "amount_cents", "received_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "fee_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-2', 'appointments-8', 'delivery', 3, 6500, NULL, '["value 2"]', 'unknown', 3, 'payment_intent_id 2', 'error_code 2', 'error_message 2', 'card_brand 2', 'card_last4 2', 0, NULL, 3, 3, 3, 3);
insert into "charges" ("id", "appointment_id", "kind", "sequence", "amount_cents", "received_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "fee_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-3', 'appointments-9', 'correction', 4, 6500, NULL, '["value 3"]', 'processing', 4, 'payment_intent_id 3', 'error_code 3', 'error_message 3', 'card_brand 3', 'card_last4 3', 0, NULL, 4, 4, 4, 4);
insert into "charges" ("id", "appointment_id", "kind", "sequence", "amount_cents", "received_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "fee_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-4', 'appointments-10', 'delivery', 5, 6500, NULL, '["value 4"]', 'declined', 5, 'payment_intent_id 4', 'error_code 4', 'error_message 4', 'card_brand 4', 'card_last4 4', 0, NULL, 5, 5, 5, 5);
insert into "charges" ("id", "appointment_id", "kind", "sequence", "amount_cents", "received_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "fee_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-5', 'appointments-11', 'correction', 6, 6500, NULL, '["value 5"]', 'requires_action', 6, 'payment_intent_id 5', 'error_code 5', 'error_message 5', 'card_brand 5', 'card_last4 5', 0, NULL, 6, 6, 6, 6);
insert into "charges" ("id", "appointment_id", "kind", "sequence", "amount_cents", "received_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "fee_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-6', 'appointments-12', 'delivery', 7, 6500, 6500, '["value 6"]', 'succeeded', 7, 'payment_intent_id 6', 'error_code 6', 'error_message 6', 'card_brand 6', 'card_last4 6', 500, 219, 7, 7, 7, 7);
insert into "charges" ("id", "appointment_id", "kind", "sequence", "amount_cents", "received_cents", "lines", "state", "attempt", "payment_intent_id", "error_code", "error_message", "card_brand", "card_last4", "refunded_cents", "fee_cents", "next_attempt_at", "settled_at", "created_at", "updated_at") values ('charges-7', 'appointments-13', 'correction', 8, 6500, 6500, '["value 7"]', 'cash', 8, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, 8, 8);
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
insert into "stray_payments" ("id", "appointment_id", "received_cents", "refunded_cents", "fee_cents", "paid_at", "updated_at") values ('strayPayments-0', 'appointments-0', 1, 1, 1, 1, 1);
insert into "stray_payments" ("id", "appointment_id", "received_cents", "refunded_cents", "fee_cents", "paid_at", "updated_at") values ('strayPayments-1', 'appointments-1', 2, 2, NULL, 2, 2);
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL
);
insert into "stripe_events" ("id", "type", "object_id", "created_at", "received_at") values ('stripeEvents-0', 'type 0', 'object_id 0', 1, 1);
insert into "stripe_events" ("id", "type", "object_id", "created_at", "received_at") values ('stripeEvents-1', 'type 1', NULL, 2, 2);
CREATE TABLE `audit_details` (
	`entry_id` text PRIMARY KEY NOT NULL,
	`salt` text NOT NULL,
	`values` text NOT NULL
);
insert into "audit_details" ("entry_id", "salt", "values") values ('auditDetails-0', 'salt 0', 'values 0');
insert into "audit_details" ("entry_id", "salt", "values") values ('auditDetails-1', 'salt 1', 'values 1');
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
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-0', 'appointments-0', 'appointment', 'subject 0', 'user_id 0', 'actor_kind 0', 'actor_id 0', 'actor_name 0', 'appointment.card_saved', '["value 0"]', '["value 0"]', 1, 'details_hash 0', 1);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-1', 'appointments-1', 'charge', 'subject 1', 'user_id 1', 'actor_kind 1', 'actor_id 1', 'actor_name 1', 'appointment.card_replaced', '["value 1"]', '["value 1"]', 2, 'details_hash 1', 2);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-2', 'appointments-2', 'payment', 'subject 2', 'user_id 2', 'actor_kind 2', 'actor_id 2', 'actor_name 2', 'appointment.test_booked', '["value 2"]', '["value 2"]', 3, 'details_hash 2', 3);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-3', 'appointments-3', 'refund', 'subject 3', 'user_id 3', 'actor_kind 3', 'actor_id 3', 'actor_name 3', 'appointment.booked_for', '["value 3"]', '["value 3"]', 4, 'details_hash 3', 4);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-4', 'appointments-4', 'review', 'subject 4', 'user_id 4', 'actor_kind 4', 'actor_id 4', 'actor_name 4', 'appointment.pay_link_sent', '["value 4"]', '["value 4"]', 5, 'details_hash 4', 5);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-5', 'appointments-5', 'report', 'subject 5', 'user_id 5', 'actor_kind 5', 'actor_id 5', 'actor_name 5', 'appointment.walk_up', '["value 5"]', '["value 5"]', 6, 'details_hash 5', 6);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-6', 'appointments-6', 'account', 'subject 6', 'user_id 6', 'actor_kind 6', 'actor_id 6', 'actor_name 6', 'appointment.hold_expired', '["value 6"]', '["value 6"]', 7, 'details_hash 6', 7);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-7', 'appointments-7', 'sign_in', 'subject 7', 'user_id 7', 'actor_kind 7', 'actor_id 7', 'actor_name 7', 'appointment.modified', '["value 7"]', '["value 7"]', 8, 'details_hash 7', 8);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-8', 'appointments-8', 'emergency', 'subject 8', 'user_id 8', 'actor_kind 8', 'actor_id 8', 'actor_name 8', 'appointment.edited', '["value 8"]', '["value 8"]', 9, 'details_hash 8', 9);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-9', 'appointments-9', 'boat', 'subject 9', 'user_id 9', 'actor_kind 9', 'actor_id 9', 'actor_name 9', 'appointment.rescheduled', '["value 9"]', '["value 9"]', 10, 'details_hash 9', 10);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-10', 'appointments-10', 'dock', 'subject 10', 'user_id 10', 'actor_kind 10', 'actor_id 10', 'actor_name 10', 'appointment.confirmed', '["value 10"]', '["value 10"]', 11, 'details_hash 10', 11);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-11', 'appointments-11', 'card', 'subject 11', 'user_id 11', 'actor_kind 11', 'actor_id 11', 'actor_name 11', 'appointment.scheduled', '["value 11"]', '["value 11"]', 12, 'details_hash 11', 12);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-12', 'appointments-12', 'recurring', 'subject 12', 'user_id 12', 'actor_kind 12', 'actor_id 12', 'actor_name 12', 'appointment.en_route', '["value 12"]', '["value 12"]', 13, 'details_hash 12', 13);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-13', 'appointments-13', 'customer', 'subject 13', 'user_id 13', 'actor_kind 13', 'actor_id 13', 'actor_name 13', 'appointment.completed', '["value 13"]', '["value 13"]', 14, 'details_hash 13', 14);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-14', 'appointments-0', 'driver', 'subject 14', 'user_id 14', 'actor_kind 14', 'actor_id 14', 'actor_name 14', 'appointment.recorded', '["value 14"]', '["value 14"]', 15, 'details_hash 14', 15);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-15', 'appointments-1', 'bulk', 'subject 15', 'user_id 15', 'actor_kind 15', 'actor_id 15', 'actor_name 15', 'appointment.corrected', '["value 15"]', '["value 15"]', 16, 'details_hash 15', 16);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-16', 'appointments-2', 'slots', 'subject 16', 'user_id 16', 'actor_kind 16', 'actor_id 16', 'actor_name 16', 'appointment.cancelled', '["value 16"]', '["value 16"]', 17, 'details_hash 16', 17);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-17', 'appointments-3', 'prices', 'subject 17', 'user_id 17', 'actor_kind 17', 'actor_id 17', 'actor_name 17', 'appointment.not_delivered', '["value 17"]', '["value 17"]', 18, 'details_hash 17', 18);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-18', 'appointments-4', 'promo', 'subject 18', 'user_id 18', 'actor_kind 18', 'actor_id 18', 'actor_name 18', 'appointment.taken_back', '["value 18"]', '["value 18"]', 19, 'details_hash 18', 19);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-19', 'appointments-5', 'support', 'subject 19', 'user_id 19', 'actor_kind 19', 'actor_id 19', 'actor_name 19', 'appointment.written_to', '["value 19"]', '["value 19"]', 20, 'details_hash 19', 20);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-20', 'appointments-6', 'settings', 'subject 20', 'user_id 20', 'actor_kind 20', 'actor_id 20', 'actor_name 20', 'appointment.photo_added', '["value 20"]', '["value 20"]', 21, 'details_hash 20', 21);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-21', 'appointments-7', 'api_key', 'subject 21', 'user_id 21', 'actor_kind 21', 'actor_id 21', 'actor_name 21', 'appointment.claimed', '["value 21"]', '["value 21"]', 22, 'details_hash 21', 22);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-22', 'appointments-8', 'calendar_link', 'subject 22', 'user_id 22', 'actor_kind 22', 'actor_id 22', 'actor_name 22', 'appointment.link_renewed', '["value 22"]', '["value 22"]', 23, 'details_hash 22', 23);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-23', 'appointments-9', 'month', 'subject 23', 'user_id 23', 'actor_kind 23', 'actor_id 23', 'actor_name 23', 'appointment.link_sent', '["value 23"]', '["value 23"]', 24, 'details_hash 23', 24);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-24', 'appointments-10', 'export', 'subject 24', 'user_id 24', 'actor_kind 24', 'actor_id 24', 'actor_name 24', 'report.sent', '["value 24"]', '["value 24"]', 25, 'details_hash 24', 25);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-25', 'appointments-11', 'factor', 'subject 25', 'user_id 25', 'actor_kind 25', 'actor_id 25', 'actor_name 25', 'report.photo_added', '["value 25"]', '["value 25"]', 26, 'details_hash 25', 26);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-26', 'appointments-12', 'appointment', 'subject 26', 'user_id 26', 'actor_kind 26', 'actor_id 26', 'actor_name 26', 'report.call_noted', '["value 26"]', '["value 26"]', 27, 'details_hash 26', 27);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-27', 'appointments-13', 'charge', 'subject 27', 'user_id 27', 'actor_kind 27', 'actor_id 27', 'actor_name 27', 'report.resolved', '["value 27"]', '["value 27"]', 28, 'details_hash 27', 28);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-28', 'appointments-0', 'payment', 'subject 28', 'user_id 28', 'actor_kind 28', 'actor_id 28', 'actor_name 28', 'review.kept', '["value 28"]', '["value 28"]', 29, 'details_hash 28', 29);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-29', 'appointments-1', 'refund', 'subject 29', 'user_id 29', 'actor_kind 29', 'actor_id 29', 'actor_name 29', 'review.photo_added', '["value 29"]', '["value 29"]', 30, 'details_hash 29', 30);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-30', 'appointments-2', 'review', 'subject 30', 'user_id 30', 'actor_kind 30', 'actor_id 30', 'actor_name 30', 'review.resolved', '["value 30"]', '["value 30"]', 31, 'details_hash 30', 31);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-31', 'appointments-3', 'report', 'subject 31', 'user_id 31', 'actor_kind 31', 'actor_id 31', 'actor_name 31', 'charge.processing', '["value 31"]', '["value 31"]', 32, 'details_hash 31', 32);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-32', 'appointments-4', 'account', 'subject 32', 'user_id 32', 'actor_kind 32', 'actor_id 32', 'actor_name 32', 'charge.declined', '["value 32"]', '["value 32"]', 33, 'details_hash 32', 33);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-33', 'appointments-5', 'sign_in', 'subject 33', 'user_id 33', 'actor_kind 33', 'actor_id 33', 'actor_name 33', 'charge.requires_action', '["value 33"]', '["value 33"]', 34, 'details_hash 33', 34);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-34', 'appointments-6', 'emergency', 'subject 34', 'user_id 34', 'actor_kind 34', 'actor_id 34', 'actor_name 34', 'charge.succeeded', '["value 34"]', '["value 34"]', 35, 'details_hash 34', 35);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-35', 'appointments-7', 'boat', 'subject 35', 'user_id 35', 'actor_kind 35', 'actor_id 35', 'actor_name 35', 'charge.cash', '["value 35"]', '["value 35"]', 36, 'details_hash 35', 36);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-36', 'appointments-8', 'dock', 'subject 36', 'user_id 36', 'actor_kind 36', 'actor_id 36', 'actor_name 36', 'charge.retried', '["value 36"]', '["value 36"]', 37, 'details_hash 36', 37);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-37', 'appointments-9', 'card', 'subject 37', 'user_id 37', 'actor_kind 37', 'actor_id 37', 'actor_name 37', 'charge.released', '["value 37"]', '["value 37"]', 38, 'details_hash 37', 38);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-38', 'appointments-10', 'recurring', 'subject 38', 'user_id 38', 'actor_kind 38', 'actor_id 38', 'actor_name 38', 'charge.corrected', '["value 38"]', '["value 38"]', 39, 'details_hash 38', 39);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-39', 'appointments-11', 'customer', 'subject 39', 'user_id 39', 'actor_kind 39', 'actor_id 39', 'actor_name 39', 'charge.forgiven', '["value 39"]', '["value 39"]', 40, 'details_hash 39', 40);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-40', 'appointments-12', 'driver', 'subject 40', 'user_id 40', 'actor_kind 40', 'actor_id 40', 'actor_name 40', 'payment.taken_over', '["value 40"]', '["value 40"]', 41, 'details_hash 40', 41);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-41', 'appointments-13', 'bulk', 'subject 41', 'user_id 41', 'actor_kind 41', 'actor_id 41', 'actor_name 41', 'payment.refunded', '["value 41"]', '["value 41"]', 42, 'details_hash 41', 42);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-42', 'appointments-0', 'slots', 'subject 42', 'user_id 42', 'actor_kind 42', 'actor_id 42', 'actor_name 42', 'charge.paid_twice', '["value 42"]', '["value 42"]', 43, 'details_hash 42', 43);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-43', 'appointments-1', 'prices', 'subject 43', 'user_id 43', 'actor_kind 43', 'actor_id 43', 'actor_name 43', 'charge.dispute.created', '["value 43"]', '["value 43"]', 44, 'details_hash 43', 44);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-44', 'appointments-2', 'promo', 'subject 44', 'user_id 44', 'actor_kind 44', 'actor_id 44', 'actor_name 44', 'charge.dispute.updated', '["value 44"]', '["value 44"]', 45, 'details_hash 44', 45);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-45', 'appointments-3', 'support', 'subject 45', 'user_id 45', 'actor_kind 45', 'actor_id 45', 'actor_name 45', 'charge.dispute.closed', '["value 45"]', '["value 45"]', 46, 'details_hash 45', 46);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-46', 'appointments-4', 'settings', 'subject 46', 'user_id 46', 'actor_kind 46', 'actor_id 46', 'actor_name 46', 'charge.dispute.funds_withdrawn', '["value 46"]', '["value 46"]', 47, 'details_hash 46', 47);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-47', 'appointments-5', 'api_key', 'subject 47', 'user_id 47', 'actor_kind 47', 'actor_id 47', 'actor_name 47', 'charge.dispute.funds_reinstated', '["value 47"]', '["value 47"]', 48, 'details_hash 47', 48);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-48', 'appointments-6', 'calendar_link', 'subject 48', 'user_id 48', 'actor_kind 48', 'actor_id 48', 'actor_name 48', 'refund.begun', '["value 48"]', '["value 48"]', 49, 'details_hash 48', 49);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-49', 'appointments-7', 'month', 'subject 49', 'user_id 49', 'actor_kind 49', 'actor_id 49', 'actor_name 49', 'refund.cash', '["value 49"]', '["value 49"]', 50, 'details_hash 49', 50);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-50', 'appointments-8', 'export', 'subject 50', 'user_id 50', 'actor_kind 50', 'actor_id 50', 'actor_name 50', 'refund.pending', '["value 50"]', '["value 50"]', 51, 'details_hash 50', 51);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-51', 'appointments-9', 'factor', 'subject 51', 'user_id 51', 'actor_kind 51', 'actor_id 51', 'actor_name 51', 'refund.succeeded', '["value 51"]', '["value 51"]', 52, 'details_hash 51', 52);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-52', 'appointments-10', 'appointment', 'subject 52', 'user_id 52', 'actor_kind 52', 'actor_id 52', 'actor_name 52', 'refund.failed', '["value 52"]', '["value 52"]', 53, 'details_hash 52', 53);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-53', 'appointments-11', 'charge', 'subject 53', 'user_id 53', 'actor_kind 53', 'actor_id 53', 'actor_name 53', 'driver.available', '["value 53"]', '["value 53"]', 54, 'details_hash 53', 54);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-54', 'appointments-12', 'payment', 'subject 54', 'user_id 54', 'actor_kind 54', 'actor_id 54', 'actor_name 54', 'driver.offline', '["value 54"]', '["value 54"]', 55, 'details_hash 54', 55);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-55', 'appointments-13', 'refund', 'subject 55', 'user_id 55', 'actor_kind 55', 'actor_id 55', 'actor_name 55', 'driver.added', '["value 55"]', '["value 55"]', 56, 'details_hash 55', 56);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-56', 'appointments-0', 'review', 'subject 56', 'user_id 56', 'actor_kind 56', 'actor_id 56', 'actor_name 56', 'driver.edited', '["value 56"]', '["value 56"]', 57, 'details_hash 56', 57);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-57', 'appointments-1', 'report', 'subject 57', 'user_id 57', 'actor_kind 57', 'actor_id 57', 'actor_name 57', 'driver.retired', '["value 57"]', '["value 57"]', 58, 'details_hash 57', 58);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-58', 'appointments-2', 'account', 'subject 58', 'user_id 58', 'actor_kind 58', 'actor_id 58', 'actor_name 58', 'driver.restored', '["value 58"]', '["value 58"]', 59, 'details_hash 58', 59);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-59', 'appointments-3', 'sign_in', 'subject 59', 'user_id 59', 'actor_kind 59', 'actor_id 59', 'actor_name 59', 'driver.password_reset', '["value 59"]', '["value 59"]', 60, 'details_hash 59', 60);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-60', 'appointments-4', 'emergency', 'subject 60', 'user_id 60', 'actor_kind 60', 'actor_id 60', 'actor_name 60', 'driver.loaded', '["value 60"]', '["value 60"]', 61, 'details_hash 60', 61);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-61', 'appointments-5', 'boat', 'subject 61', 'user_id 61', 'actor_kind 61', 'actor_id 61', 'actor_name 61', 'driver.route_ordered', '["value 61"]', '["value 61"]', 62, 'details_hash 61', 62);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-62', 'appointments-6', 'dock', 'subject 62', 'user_id 62', 'actor_kind 62', 'actor_id 62', 'actor_name 62', 'bulk.begun', '["value 62"]', '["value 62"]', 63, 'details_hash 62', 63);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-63', 'appointments-7', 'card', 'subject 63', 'user_id 63', 'actor_kind 63', 'actor_id 63', 'actor_name 63', 'bulk.taken_back', '["value 63"]', '["value 63"]', 64, 'details_hash 63', 64);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-64', 'appointments-8', 'recurring', 'subject 64', 'user_id 64', 'actor_kind 64', 'actor_id 64', 'actor_name 64', 'slots.blocked', '["value 64"]', '["value 64"]', 65, 'details_hash 64', 65);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-65', 'appointments-9', 'customer', 'subject 65', 'user_id 65', 'actor_kind 65', 'actor_id 65', 'actor_name 65', 'slots.opened', '["value 65"]', '["value 65"]', 66, 'details_hash 65', 66);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-66', 'appointments-10', 'driver', 'subject 66', 'user_id 66', 'actor_kind 66', 'actor_id 66', 'actor_name 66', 'slots.bulk_blocked', '["value 66"]', '["value 66"]', 67, 'details_hash 66', 67);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-67', 'appointments-11', 'bulk', 'subject 67', 'user_id 67', 'actor_kind 67', 'actor_id 67', 'actor_name 67', 'slots.bulk_undone', '["value 67"]', '["value 67"]', 68, 'details_hash 67', 68);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-68', 'appointments-12', 'slots', 'subject 68', 'user_id 68', 'actor_kind 68', 'actor_id 68', 'actor_name 68', 'slots.capacity', '["value 68"]', '["value 68"]', 69, 'details_hash 68', 69);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-69', 'appointments-13', 'prices', 'subject 69', 'user_id 69', 'actor_kind 69', 'actor_id 69', 'actor_name 69', 'slots.default_capacity', '["value 69"]', '["value 69"]', 70, 'details_hash 69', 70);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-70', 'appointments-0', 'promo', 'subject 70', 'user_id 70', 'actor_kind 70', 'actor_id 70', 'actor_name 70', 'account.made', '["value 70"]', '["value 70"]', 71, 'details_hash 70', 71);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-71', 'appointments-1', 'support', 'subject 71', 'user_id 71', 'actor_kind 71', 'actor_id 71', 'actor_name 71', 'account.registered', '["value 71"]', '["value 71"]', 72, 'details_hash 71', 72);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-72', 'appointments-2', 'settings', 'subject 72', 'user_id 72', 'actor_kind 72', 'actor_id 72', 'actor_name 72', 'account.admin_made', '["value 72"]', '["value 72"]', 73, 'details_hash 72', 73);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-73', 'appointments-3', 'api_key', 'subject 73', 'user_id 73', 'actor_kind 73', 'actor_id 73', 'actor_name 73', 'account.changed', '["value 73"]', '["value 73"]', 74, 'details_hash 73', 74);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-74', 'appointments-4', 'calendar_link', 'subject 74', 'user_id 74', 'actor_kind 74', 'actor_id 74', 'actor_name 74', 'account.email_proven', '["value 74"]', '["value 74"]', 75, 'details_hash 74', 75);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-75', 'appointments-5', 'month', 'subject 75', 'user_id 75', 'actor_kind 75', 'actor_id 75', 'actor_name 75', 'account.password_changed', '["value 75"]', '["value 75"]', 76, 'details_hash 75', 76);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-76', 'appointments-6', 'export', 'subject 76', 'user_id 76', 'actor_kind 76', 'actor_id 76', 'actor_name 76', 'account.reset_requested', '["value 76"]', '["value 76"]', 77, 'details_hash 76', 77);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-77', 'appointments-7', 'factor', 'subject 77', 'user_id 77', 'actor_kind 77', 'actor_id 77', 'actor_name 77', 'account.password_reset', '["value 77"]', '["value 77"]', 78, 'details_hash 77', 78);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-78', 'appointments-8', 'appointment', 'subject 78', 'user_id 78', 'actor_kind 78', 'actor_id 78', 'actor_name 78', 'account.sessions_ended', '["value 78"]', '["value 78"]', 79, 'details_hash 78', 79);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-79', 'appointments-9', 'charge', 'subject 79', 'user_id 79', 'actor_kind 79', 'actor_id 79', 'actor_name 79', 'sign_in.staff', '["value 79"]', '["value 79"]', 80, 'details_hash 79', 80);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-80', 'appointments-10', 'payment', 'subject 80', 'user_id 80', 'actor_kind 80', 'actor_id 80', 'actor_name 80', 'sign_in.refused', '["value 80"]', '["value 80"]', 81, 'details_hash 80', 81);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-81', 'appointments-11', 'refund', 'subject 81', 'user_id 81', 'actor_kind 81', 'actor_id 81', 'actor_name 81', 'boat.added', '["value 81"]', '["value 81"]', 82, 'details_hash 81', 82);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-82', 'appointments-12', 'review', 'subject 82', 'user_id 82', 'actor_kind 82', 'actor_id 82', 'actor_name 82', 'boat.edited', '["value 82"]', '["value 82"]', 83, 'details_hash 82', 83);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-83', 'appointments-13', 'report', 'subject 83', 'user_id 83', 'actor_kind 83', 'actor_id 83', 'actor_name 83', 'boat.removed', '["value 83"]', '["value 83"]', 84, 'details_hash 83', 84);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-84', 'appointments-0', 'account', 'subject 84', 'user_id 84', 'actor_kind 84', 'actor_id 84', 'actor_name 84', 'boat.default', '["value 84"]', '["value 84"]', 85, 'details_hash 84', 85);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-85', 'appointments-1', 'sign_in', 'subject 85', 'user_id 85', 'actor_kind 85', 'actor_id 85', 'actor_name 85', 'dock.added', '["value 85"]', '["value 85"]', 86, 'details_hash 85', 86);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-86', 'appointments-2', 'emergency', 'subject 86', 'user_id 86', 'actor_kind 86', 'actor_id 86', 'actor_name 86', 'dock.edited', '["value 86"]', '["value 86"]', 87, 'details_hash 86', 87);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-87', 'appointments-3', 'boat', 'subject 87', 'user_id 87', 'actor_kind 87', 'actor_id 87', 'actor_name 87', 'dock.removed', '["value 87"]', '["value 87"]', 88, 'details_hash 87', 88);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-88', 'appointments-4', 'dock', 'subject 88', 'user_id 88', 'actor_kind 88', 'actor_id 88', 'actor_name 88', 'dock.default', '["value 88"]', '["value 88"]', 89, 'details_hash 88', 89);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-89', 'appointments-5', 'card', 'subject 89', 'user_id 89', 'actor_kind 89', 'actor_id 89', 'actor_name 89', 'card.default', '["value 89"]', '["value 89"]', 90, 'details_hash 89', 90);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-90', 'appointments-6', 'recurring', 'subject 90', 'user_id 90', 'actor_kind 90', 'actor_id 90', 'actor_name 90', 'card.removed', '["value 90"]', '["value 90"]', 91, 'details_hash 90', 91);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-91', 'appointments-7', 'customer', 'subject 91', 'user_id 91', 'actor_kind 91', 'actor_id 91', 'actor_name 91', 'card.restored', '["value 91"]', '["value 91"]', 92, 'details_hash 91', 92);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-92', 'appointments-8', 'driver', 'subject 92', 'user_id 92', 'actor_kind 92', 'actor_id 92', 'actor_name 92', 'recurring.added', '["value 92"]', '["value 92"]', 93, 'details_hash 92', 93);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-93', 'appointments-9', 'bulk', 'subject 93', 'user_id 93', 'actor_kind 93', 'actor_id 93', 'actor_name 93', 'recurring.changed', '["value 93"]', '["value 93"]', 94, 'details_hash 93', 94);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-94', 'appointments-10', 'slots', 'subject 94', 'user_id 94', 'actor_kind 94', 'actor_id 94', 'actor_name 94', 'customer.noted', '["value 94"]', '["value 94"]', 95, 'details_hash 94', 95);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-95', 'appointments-11', 'prices', 'subject 95', 'user_id 95', 'actor_kind 95', 'actor_id 95', 'actor_name 95', 'customer.note_removed', '["value 95"]', '["value 95"]', 96, 'details_hash 95', 96);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-96', 'appointments-12', 'promo', 'subject 96', 'user_id 96', 'actor_kind 96', 'actor_id 96', 'actor_name 96', 'prices.set', '["value 96"]', '["value 96"]', 97, 'details_hash 96', 97);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-97', 'appointments-13', 'support', 'subject 97', 'user_id 97', 'actor_kind 97', 'actor_id 97', 'actor_name 97', 'prices.reverted', '["value 97"]', '["value 97"]', 98, 'details_hash 97', 98);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-98', 'appointments-0', 'settings', 'subject 98', 'user_id 98', 'actor_kind 98', 'actor_id 98', 'actor_name 98', 'promo.added', '["value 98"]', '["value 98"]', 99, 'details_hash 98', 99);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-99', 'appointments-1', 'api_key', 'subject 99', 'user_id 99', 'actor_kind 99', 'actor_id 99', 'actor_name 99', 'promo.edited', '["value 99"]', '["value 99"]', 100, 'details_hash 99', 100);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-100', 'appointments-2', 'calendar_link', 'subject 100', 'user_id 100', 'actor_kind 100', 'actor_id 100', 'actor_name 100', 'support.saved', '["value 100"]', '["value 100"]', 101, 'details_hash 100', 101);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-101', 'appointments-3', 'month', 'subject 101', 'user_id 101', 'actor_kind 101', 'actor_id 101', 'actor_name 101', 'settings.saved', '["value 101"]', '["value 101"]', 102, 'details_hash 101', 102);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-102', 'appointments-4', 'export', 'subject 102', 'user_id 102', 'actor_kind 102', 'actor_id 102', 'actor_name 102', 'month.closed', '["value 102"]', '["value 102"]', 103, 'details_hash 102', 103);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-103', 'appointments-5', 'factor', 'subject 103', 'user_id 103', 'actor_kind 103', 'actor_id 103', 'actor_name 103', 'export.customers', '["value 103"]', '["value 103"]', 104, 'details_hash 103', 104);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-104', 'appointments-6', 'appointment', 'subject 104', 'user_id 104', 'actor_kind 104', 'actor_id 104', 'actor_name 104', 'export.appointments', '["value 104"]', '["value 104"]', 105, 'details_hash 104', 105);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-105', 'appointments-7', 'charge', 'subject 105', 'user_id 105', 'actor_kind 105', 'actor_id 105', 'actor_name 105', 'export.ledger', '["value 105"]', '["value 105"]', 106, 'details_hash 105', 106);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-106', 'appointments-8', 'payment', 'subject 106', 'user_id 106', 'actor_kind 106', 'actor_id 106', 'actor_name 106', 'export.report', '["value 106"]', '["value 106"]', 107, 'details_hash 106', 107);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-107', 'appointments-9', 'refund', 'subject 107', 'user_id 107', 'actor_kind 107', 'actor_id 107', 'actor_name 107', 'export.activity', '["value 107"]', '["value 107"]', 108, 'details_hash 107', 108);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-108', 'appointments-10', 'review', 'subject 108', 'user_id 108', 'actor_kind 108', 'actor_id 108', 'actor_name 108', 'account.deleted', '["value 108"]', '["value 108"]', 109, 'details_hash 108', 109);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-109', 'appointments-11', 'report', 'subject 109', 'user_id 109', 'actor_kind 109', 'actor_id 109', 'actor_name 109', 'factor.added', '["value 109"]', '["value 109"]', 110, 'details_hash 109', 110);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-110', 'appointments-12', 'account', 'subject 110', 'user_id 110', 'actor_kind 110', 'actor_id 110', 'actor_name 110', 'factor.removed', '["value 110"]', '["value 110"]', 111, 'details_hash 110', 111);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-111', 'appointments-13', 'sign_in', 'subject 111', 'user_id 111', 'actor_kind 111', 'actor_id 111', 'actor_name 111', 'factor.reset', '["value 111"]', '["value 111"]', 112, 'details_hash 111', 112);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-112', 'appointments-0', 'emergency', 'subject 112', 'user_id 112', 'actor_kind 112', 'actor_id 112', 'actor_name 112', 'factor.recovery_used', '["value 112"]', '["value 112"]', 113, 'details_hash 112', 113);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-113', 'appointments-1', 'boat', 'subject 113', 'user_id 113', 'actor_kind 113', 'actor_id 113', 'actor_name 113', 'factor.recovery_made', '["value 113"]', '["value 113"]', 114, 'details_hash 113', 114);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-114', 'appointments-2', 'dock', 'subject 114', 'user_id 114', 'actor_kind 114', 'actor_id 114', 'actor_name 114', 'api_key.created', '["value 114"]', '["value 114"]', 115, 'details_hash 114', 115);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-115', 'appointments-3', 'card', 'subject 115', 'user_id 115', 'actor_kind 115', 'actor_id 115', 'actor_name 115', 'api_key.revoked', '["value 115"]', '["value 115"]', 116, 'details_hash 115', 116);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-116', 'appointments-4', 'recurring', 'subject 116', 'user_id 116', 'actor_kind 116', 'actor_id 116', 'actor_name 116', 'calendar_link.created', '["value 116"]', '["value 116"]', 117, 'details_hash 116', 117);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-117', 'appointments-5', 'customer', 'subject 117', 'user_id 117', 'actor_kind 117', 'actor_id 117', 'actor_name 117', 'calendar_link.revoked', '["value 117"]', '["value 117"]', 118, 'details_hash 117', 118);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-118', 'appointments-6', 'driver', 'subject 118', 'user_id 118', 'actor_kind 118', 'actor_id 118', 'actor_name 118', 'emergency.granted', '["value 118"]', '["value 118"]', 119, 'details_hash 118', 119);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-119', 'appointments-7', 'bulk', 'subject 119', 'user_id 119', 'actor_kind 119', 'actor_id 119', 'actor_name 119', 'emergency.refused', '["value 119"]', '["value 119"]', 120, 'details_hash 119', 120);
insert into "audit_log" ("id", "appointment_id", "thing", "subject", "user_id", "actor_kind", "actor_id", "actor_name", "action", "before", "after", "version", "details_hash", "at") values ('auditLog-120', NULL, 'slots', NULL, NULL, 'actor_kind 120', NULL, 'actor_name 120', 'emergency.stopped', NULL, NULL, NULL, NULL, 121);
CREATE TABLE `audit_seals` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` text NOT NULL,
	`hash` text,
	`sealed_at` integer
);
insert into "audit_seals" ("number", "entry_id", "hash", "sealed_at") values (1, 'entry_id 0', 'hash 0', 1);
insert into "audit_seals" ("number", "entry_id", "hash", "sealed_at") values (2, 'entry_id 1', NULL, NULL);
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
insert into "outbox" ("id", "channel", "recipient", "subject", "body", "dedupe_key", "appointment_id", "attempts", "next_attempt_at", "expires_at", "sent_at", "given_up_at", "last_error", "bulk_id", "created_at") values ('outbox-0', 'mail', 'recipient 0', 'subject 0', 'body 0', 'dedupe_key 0', 'appointments-0', 1, 1, 1, 1, 1, 'last_error 0', 'bulk_id 0', 1);
insert into "outbox" ("id", "channel", "recipient", "subject", "body", "dedupe_key", "appointment_id", "attempts", "next_attempt_at", "expires_at", "sent_at", "given_up_at", "last_error", "bulk_id", "created_at") values ('outbox-1', 'mail', 'recipient 1', 'subject 1', 'body 1', 'dedupe_key 1', NULL, 2, NULL, NULL, NULL, NULL, NULL, NULL, 2);
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
insert into "photos" ("id", "appointment_id", "kind", "storage_key", "width", "height", "bytes", "created_at") values ('photos-3', 'appointments-3', 'signature', 'storage_key 3', 4, 4, 4, 4);
insert into "photos" ("id", "appointment_id", "kind", "storage_key", "width", "height", "bytes", "created_at") values ('photos-4', 'appointments-4', 'nobody_aboard', 'storage_key 4', 5, 5, 5, 5);
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
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-3', 'dispute', 'appointments-3', 'reason 3', '["value 3"]', 'dedupe_key 3', 'done', 'recorded', 'note 3', 'done_by 3', 4, 4);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-4', 'driver_report', 'appointments-4', 'reason 4', '["value 4"]', 'dedupe_key 4', 'open', 'arrived', 'note 4', 'done_by 4', 5, 5);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-5', 'spill', 'appointments-5', 'reason 5', '["value 5"]', 'dedupe_key 5', 'done', 'overtaken', 'note 5', 'done_by 5', 6, 6);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-6', 'refused_action', 'appointments-6', 'reason 6', '["value 6"]', 'dedupe_key 6', 'open', 'dealt_with', 'note 6', 'done_by 6', 7, 7);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-7', 'refund_failed', 'appointments-7', 'reason 7', '["value 7"]', 'dedupe_key 7', 'done', 'taken_over', 'note 7', 'done_by 7', 8, 8);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-8', 'cards_tried', 'appointments-8', 'reason 8', '["value 8"]', 'dedupe_key 8', 'open', 'refunded', 'note 8', 'done_by 8', 9, 9);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-9', 'message_refused', 'appointments-9', 'reason 9', '["value 9"]', 'dedupe_key 9', 'done', 'won', 'note 9', 'done_by 9', 10, 10);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-10', 'short_on_board', 'appointments-10', 'reason 10', '["value 10"]', 'dedupe_key 10', 'open', 'lost', 'note 10', 'done_by 10', 11, 11);
insert into "review_items" ("id", "kind", "appointment_id", "reason", "payload", "dedupe_key", "state", "outcome", "note", "done_by", "done_at", "created_at") values ('reviewItems-11', 'proof_missing', NULL, 'reason 11', NULL, 'dedupe_key 11', 'done', 'closed', NULL, NULL, NULL, 12);
CREATE TABLE `appointment_search_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`appointment_id` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "appointment_search_texts" ("id", "appointment_id", "text") values (1, 'appointments-0', 'text 0');
insert into "appointment_search_texts" ("id", "appointment_id", "text") values (2, 'appointments-1', 'text 1');
CREATE TABLE `customer_search_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "customer_search_texts" ("id", "user_id", "text") values (1, 'users-0', 'text 0');
insert into "customer_search_texts" ("id", "user_id", "text") values (2, 'users-1', 'text 1');
CREATE TABLE `search_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
insert into "search_progress" ("id", "seq") values (1, 1);
insert into "search_progress" ("id", "seq") values (2, 2);
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
insert into "challenges" ("token_hash", "user_id", "purpose", "password_mark", "as_staff", "totp_secret", "passkey_text", "failures", "expires_at") values ('challenges-0', 'users-0', 'sign-in', 'password_mark 0', 1, 'totp_secret 0', 'passkey_text 0', 1, 1);
insert into "challenges" ("token_hash", "user_id", "purpose", "password_mark", "as_staff", "totp_secret", "passkey_text", "failures", "expires_at") values ('challenges-1', 'users-1', 'first-factor', 'password_mark 1', 0, 'totp_secret 1', 'passkey_text 1', 2, 2);
insert into "challenges" ("token_hash", "user_id", "purpose", "password_mark", "as_staff", "totp_secret", "passkey_text", "failures", "expires_at") values ('challenges-2', 'users-2', 'add-factor', 'password_mark 2', 1, 'totp_secret 2', 'passkey_text 2', 3, 3);
insert into "challenges" ("token_hash", "user_id", "purpose", "password_mark", "as_staff", "totp_secret", "passkey_text", "failures", "expires_at") values ('challenges-3', 'users-3', 'confirm', 'password_mark 3', 0, NULL, NULL, 4, 4);
CREATE TABLE `recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "recovery_codes" ("id", "user_id", "code_hash", "created_at", "used_at") values ('recoveryCodes-0', 'users-0', 'code_hash 0', 1, 1);
insert into "recovery_codes" ("id", "user_id", "code_hash", "created_at", "used_at") values ('recoveryCodes-1', 'users-1', 'code_hash 1', 2, NULL);
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
insert into "second_factors" ("id", "user_id", "kind", "name", "totp_secret", "totp_step", "credential_id", "public_key", "sign_count", "transports", "created_at", "last_used_at") values ('secondFactors-0', 'users-0', 'totp', 'name 0', 'totp_secret 0', 1, 'credential_id 0', 'public_key 0', 1, '["value 0"]', 1, 1);
insert into "second_factors" ("id", "user_id", "kind", "name", "totp_secret", "totp_step", "credential_id", "public_key", "sign_count", "transports", "created_at", "last_used_at") values ('secondFactors-1', 'users-1', 'passkey', 'name 1', NULL, NULL, NULL, NULL, NULL, NULL, 2, NULL);
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
insert into "boats" ("id", "user_id", "name", "type", "length", "fuel_capacity", "fuel_taken", "fuel_never", "filler_side", "filler_place", "filler_photo_id", "filler_photo_key", "is_default", "created_at") values ('boats-0', 'users-0', 'name 0', 'type 0', 1, 1, 'Regular', 'Regular', 'port', 'filler_place 0', 'filler_photo_id 0', 'filler_photo_key 0', 1, 1);
insert into "boats" ("id", "user_id", "name", "type", "length", "fuel_capacity", "fuel_taken", "fuel_never", "filler_side", "filler_place", "filler_photo_id", "filler_photo_key", "is_default", "created_at") values ('boats-1', 'users-1', 'name 1', 'type 1', 2, 2, 'Premium', 'Premium', 'starboard', 'filler_place 1', 'filler_photo_id 1', 'filler_photo_key 1', 0, 2);
insert into "boats" ("id", "user_id", "name", "type", "length", "fuel_capacity", "fuel_taken", "fuel_never", "filler_side", "filler_place", "filler_photo_id", "filler_photo_key", "is_default", "created_at") values ('boats-2', 'users-2', 'name 2', 'type 2', 3, 3, 'Regular', 'Regular', 'stern', 'filler_place 2', 'filler_photo_id 2', 'filler_photo_key 2', 1, 3);
insert into "boats" ("id", "user_id", "name", "type", "length", "fuel_capacity", "fuel_taken", "fuel_never", "filler_side", "filler_place", "filler_photo_id", "filler_photo_key", "is_default", "created_at") values ('boats-3', 'users-3', 'name 3', NULL, NULL, NULL, 'Premium', 'Premium', 'bow', NULL, NULL, NULL, 0, 4);
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
insert into "docks" ("id", "user_id", "label", "slip", "gate_code", "note", "latitude", "longitude", "position_source", "is_default", "created_at") values ('docks-0', 'users-0', 'label 0', 'slip 0', 'gate_code 0', 'note 0', 1.0, 1.0, 'given', 1, 1);
insert into "docks" ("id", "user_id", "label", "slip", "gate_code", "note", "latitude", "longitude", "position_source", "is_default", "created_at") values ('docks-1', 'users-1', 'label 1', NULL, NULL, NULL, NULL, NULL, 'learned', 0, 2);
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
	`fingerprint` text,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
insert into "payment_methods" ("id", "user_id", "name", "stripe_payment_method_id", "card_brand", "card_last4", "fingerprint", "is_default", "created_at", "updated_at") values ('paymentMethods-0', 'users-0', 'name 0', 'stripe_payment_method_id 0', 'card_brand 0', 'card_last4 0', 'fingerprint 0', 1, 1, 1);
insert into "payment_methods" ("id", "user_id", "name", "stripe_payment_method_id", "card_brand", "card_last4", "fingerprint", "is_default", "created_at", "updated_at") values ('paymentMethods-1', 'users-1', NULL, 'stripe_payment_method_id 1', NULL, NULL, NULL, 0, 2, 2);
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
insert into "sessions" ("id", "token_hash", "user_id", "kind", "user_agent", "address", "second_factor_at", "confirmed_at", "created_at", "last_seen_at", "expires_at") values ('sessions-0', 'token_hash 0', 'users-0', 'normal', 'user_agent 0', 'address 0', 1, 1, 1, 1, 1);
insert into "sessions" ("id", "token_hash", "user_id", "kind", "user_agent", "address", "second_factor_at", "confirmed_at", "created_at", "last_seen_at", "expires_at") values ('sessions-1', 'token_hash 1', 'users-1', 'emergency', 'user_agent 1', 'address 1', 2, 2, 2, 2, 2);
insert into "sessions" ("id", "token_hash", "user_id", "kind", "user_agent", "address", "second_factor_at", "confirmed_at", "created_at", "last_seen_at", "expires_at") values ('sessions-2', 'token_hash 2', 'users-2', 'hand_over', NULL, NULL, NULL, NULL, 3, 3, 3);
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
insert into "subscriptions" ("id", "user_id", "plan_type", "fuel_type", "gallons", "delivery_day", "status", "next_delivery", "price_cents", "created_at") values ('subscriptions-0', 'users-0', 'weekly', 'Regular', 1, 'Sunday', 'active', 'next_delivery 0', 1, 1);
insert into "subscriptions" ("id", "user_id", "plan_type", "fuel_type", "gallons", "delivery_day", "status", "next_delivery", "price_cents", "created_at") values ('subscriptions-1', 'users-1', 'every-two-weeks', 'Premium', 2, 'Monday', 'paused', 'next_delivery 1', 2, 2);
insert into "subscriptions" ("id", "user_id", "plan_type", "fuel_type", "gallons", "delivery_day", "status", "next_delivery", "price_cents", "created_at") values ('subscriptions-2', 'users-2', 'every-four-weeks', 'Regular', 3, 'Tuesday', 'cancelled', 'next_delivery 2', 3, 3);
insert into "subscriptions" ("id", "user_id", "plan_type", "fuel_type", "gallons", "delivery_day", "status", "next_delivery", "price_cents", "created_at") values ('subscriptions-3', 'users-3', 'weekly', 'Premium', 4, 'Wednesday', 'active', 'next_delivery 3', 4, 4);
insert into "subscriptions" ("id", "user_id", "plan_type", "fuel_type", "gallons", "delivery_day", "status", "next_delivery", "price_cents", "created_at") values ('subscriptions-4', 'users-0', 'every-two-weeks', 'Regular', 5, 'Thursday', 'paused', 'next_delivery 4', 5, 5);
insert into "subscriptions" ("id", "user_id", "plan_type", "fuel_type", "gallons", "delivery_day", "status", "next_delivery", "price_cents", "created_at") values ('subscriptions-5', 'users-1', 'every-four-weeks', 'Premium', 6, 'Friday', 'cancelled', 'next_delivery 5', 6, 6);
insert into "subscriptions" ("id", "user_id", "plan_type", "fuel_type", "gallons", "delivery_day", "status", "next_delivery", "price_cents", "created_at") values ('subscriptions-6', 'users-2', 'weekly', 'Regular', 7, 'Saturday', 'active', NULL, NULL, 7);
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
insert into "users" ("id", "username", "password", "full_name", "email", "email_proven_at", "pending_email", "email_proof", "email_proof_expires", "phone", "role", "driver_id", "address", "preferred_fuel_type", "typical_fuel_capacity", "delivery_method", "preferred_can_type", "preferences_saved_at", "boat_name", "boat_type", "stripe_customer_id", "reset_token", "reset_token_expires", "created_at", "updated_at") values ('users-0', 'username 0', 'password 0', 'full_name 0', 'email 0', 1, 'pending_email 0', 'email_proof 0', 1, 'phone 0', 'customer', 1, 'address 0', 'Regular', 1, 'boat', 'boat', 1, 'boat_name 0', 'boat_type 0', 'stripe_customer_id 0', 'reset_token 0', 1, 1, 1);
insert into "users" ("id", "username", "password", "full_name", "email", "email_proven_at", "pending_email", "email_proof", "email_proof_expires", "phone", "role", "driver_id", "address", "preferred_fuel_type", "typical_fuel_capacity", "delivery_method", "preferred_can_type", "preferences_saved_at", "boat_name", "boat_type", "stripe_customer_id", "reset_token", "reset_token_expires", "created_at", "updated_at") values ('users-1', 'username 1', 'password 1', 'full_name 1', 'email 1', 2, 'pending_email 1', 'email_proof 1', 2, 'phone 1', 'driver', 2, 'address 1', 'Premium', 2, 'cans', 'cans', 2, 'boat_name 1', 'boat_type 1', 'stripe_customer_id 1', 'reset_token 1', 2, 2, 2);
insert into "users" ("id", "username", "password", "full_name", "email", "email_proven_at", "pending_email", "email_proof", "email_proof_expires", "phone", "role", "driver_id", "address", "preferred_fuel_type", "typical_fuel_capacity", "delivery_method", "preferred_can_type", "preferences_saved_at", "boat_name", "boat_type", "stripe_customer_id", "reset_token", "reset_token_expires", "created_at", "updated_at") values ('users-2', 'username 2', 'password 2', 'full_name 2', 'email 2', 3, 'pending_email 2', 'email_proof 2', 3, 'phone 2', 'admin', 3, 'address 2', 'Regular', 3, 'boat', 'service', 3, 'boat_name 2', 'boat_type 2', 'stripe_customer_id 2', 'reset_token 2', 3, 3, 3);
insert into "users" ("id", "username", "password", "full_name", "email", "email_proven_at", "pending_email", "email_proof", "email_proof_expires", "phone", "role", "driver_id", "address", "preferred_fuel_type", "typical_fuel_capacity", "delivery_method", "preferred_can_type", "preferences_saved_at", "boat_name", "boat_type", "stripe_customer_id", "reset_token", "reset_token_expires", "created_at", "updated_at") values ('users-3', 'username 3', 'password 3', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'customer', NULL, NULL, 'Premium', NULL, 'cans', 'own', NULL, NULL, NULL, NULL, NULL, NULL, 4, 4);
CREATE UNIQUE INDEX `api_keys_token_hash_unique` ON `api_keys` (`token_hash`);
CREATE UNIQUE INDEX `calendar_feeds_token_hash_unique` ON `calendar_feeds` (`token_hash`);
CREATE INDEX `rate_limits_used_until` ON `rate_limits` (`used_until`);
CREATE UNIQUE INDEX `appointments_public_code_unique` ON `appointments` (`public_code`);
CREATE UNIQUE INDEX `appointments_request` ON `appointments` (`request_id`) WHERE "appointments"."request_id" is not null;
CREATE UNIQUE INDEX `appointments_link` ON `appointments` (`link_hash`);
CREATE INDEX `appointments_occupancy` ON `appointments` (`date`,`slot_index`,`status`,`hold_expires_at`);
CREATE INDEX `appointments_user` ON `appointments` (`user_id`,`date`,`slot_index`,`status`,`hold_expires_at`,`created_at`,`total_paid_cents`,`refunded_cents`,`disputed_cents`);
CREATE INDEX `appointments_status` ON `appointments` (`status`,`date`,`slot_index`,`hold_expires_at`,`user_id`,("public_code" || ' ' || "location" || case when "customer_name" is null then '' else ' ' || "customer_name" end || case when "customer_phone" is null then '' else ' ' || "customer_phone" end));
CREATE INDEX `appointments_report` ON `appointments` (`status`,`date`,`fuel_type`,`actual_gallons_tenths`,`small_ice_bags`,`large_ice_bags`,`ice_total_cents`,`payment_method`,`total_paid_cents`,`refunded_cents`,`disputed_cents`,`remaining_balance_cents`) WHERE "appointments"."status" = 'completed' and "appointments"."test_mode" = 0;
CREATE INDEX `appointments_driver` ON `appointments` (`driver_id`,`date`,`slot_index`) WHERE "appointments"."driver_id" is not null;
CREATE INDEX `appointments_setup_intent` ON `appointments` (`setup_intent_id`) WHERE "appointments"."setup_intent_id" is not null;
CREATE INDEX `appointments_payment_intent` ON `appointments` (`payment_intent_id`) WHERE "appointments"."payment_intent_id" is not null;
CREATE INDEX `appointments_history` ON `appointments` (`user_id`,`completed_at`,`id`) WHERE "appointments"."status" = 'completed';
CREATE INDEX `appointments_owed` ON `appointments` (`user_id`,`remaining_balance_cents`) WHERE "appointments"."remaining_balance_cents" > 0;
CREATE INDEX `appointments_place` ON `appointments` (`location`,`completed_at`) WHERE "appointments"."latitude" is not null;
CREATE INDEX `appointments_hold` ON `appointments` (`hold_expires_at`) WHERE "appointments"."hold_expires_at" is not null;
CREATE UNIQUE INDEX `bulk_changes_request_id_unique` ON `bulk_changes` (`request_id`);
CREATE INDEX `bulk_changes_state` ON `bulk_changes` (`state`,`created_at`);
CREATE INDEX `bulk_parts_kept` ON `bulk_parts` (`kept_until`,`kept_date`,`kept_slot_index`) WHERE "bulk_parts"."kept_until" is not null;
CREATE INDEX `disputes_appointment` ON `disputes` (`appointment_id`);
CREATE INDEX `disputes_payment_intent` ON `disputes` (`payment_intent_id`);
CREATE INDEX `disputes_status` ON `disputes` (`status`,`due_by`);
CREATE INDEX `disputes_asked` ON `disputes` (`asked_at`);
CREATE INDEX `device_actions_appointment` ON `device_actions` (`appointment_id`);
CREATE UNIQUE INDEX `driver_reports_photo_id_unique` ON `driver_reports` (`photo_id`);
CREATE INDEX `driver_reports_open` ON `driver_reports` (`resolved_at`,`created_at`);
CREATE INDEX `driver_reports_appointment` ON `driver_reports` (`appointment_id`);
CREATE UNIQUE INDEX `ledger_source` ON `ledger` (`source`,`sequence`);
CREATE INDEX `ledger_moved` ON `ledger` (`moved_on`,`kind`,`gross_cents`);
CREATE INDEX `ledger_delivered` ON `ledger` (`delivered_on`,`kind`,`gross_cents`);
CREATE INDEX `ledger_appointment` ON `ledger` (`appointment_id`);
CREATE UNIQUE INDEX `card_tries_decline_event_unique` ON `card_tries` (`decline_event`);
CREATE INDEX `card_tries_appointment` ON `card_tries` (`appointment_id`);
CREATE INDEX `card_tries_at` ON `card_tries` (`at`);
CREATE INDEX `card_tries_account` ON `card_tries` (`account`,`at`);
CREATE INDEX `card_tries_phone` ON `card_tries` (`phone`,`at`);
CREATE UNIQUE INDEX `charges_payment_intent_id_unique` ON `charges` (`payment_intent_id`);
CREATE UNIQUE INDEX `charges_sequence` ON `charges` (`appointment_id`,`sequence`);
CREATE UNIQUE INDEX `charges_payable` ON `charges` (`appointment_id`) WHERE "charges"."state" not in ('succeeded', 'cash', 'held');
CREATE INDEX `charges_state` ON `charges` (`state`,`next_attempt_at`);
CREATE INDEX `charges_open` ON `charges` (`state`,`created_at`,`amount_cents`) WHERE "charges"."state" not in ('succeeded', 'cash');
CREATE INDEX `charges_updated` ON `charges` (`updated_at`);
CREATE INDEX `payment_troubles_standing` ON `payment_troubles` (`ended_at`,`since`);
CREATE INDEX `payment_troubles_appointment` ON `payment_troubles` (`appointment_id`);
CREATE UNIQUE INDEX `refunds_stripe_refund_id_unique` ON `refunds` (`stripe_refund_id`);
CREATE INDEX `refunds_charge` ON `refunds` (`charge_id`);
CREATE INDEX `refunds_state` ON `refunds` (`state`);
CREATE INDEX `refunds_updated` ON `refunds` (`updated_at`);
CREATE INDEX `stray_payments_appointment` ON `stray_payments` (`appointment_id`);
CREATE INDEX `stray_payments_updated` ON `stray_payments` (`updated_at`);
CREATE INDEX `audit_log_appointment` ON `audit_log` (`appointment_id`,`at`);
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);
CREATE INDEX `audit_log_thing` ON `audit_log` (`thing`,`at`);
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`at`);
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`at`);
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`);
CREATE UNIQUE INDEX `audit_seals_entry_id_unique` ON `audit_seals` (`entry_id`);
CREATE INDEX `audit_seals_waiting` ON `audit_seals` (`number`) WHERE "audit_seals"."hash" is null;
CREATE UNIQUE INDEX `outbox_dedupe` ON `outbox` (`dedupe_key`);
CREATE INDEX `outbox_pending` ON `outbox` (`sent_at`,`next_attempt_at`);
CREATE INDEX `outbox_appointment` ON `outbox` (`appointment_id`);
CREATE INDEX `outbox_bulk` ON `outbox` (`bulk_id`) WHERE "outbox"."bulk_id" is not null;
CREATE UNIQUE INDEX `photos_storage_key_unique` ON `photos` (`storage_key`);
CREATE UNIQUE INDEX `photos_appointment_kind` ON `photos` (`appointment_id`,`kind`);
CREATE UNIQUE INDEX `review_items_dedupe_key_unique` ON `review_items` (`dedupe_key`);
CREATE INDEX `review_items_open` ON `review_items` (`state`,`created_at`);
CREATE INDEX `review_items_done` ON `review_items` (`state`,`done_at`);
CREATE INDEX `review_items_appointment` ON `review_items` (`appointment_id`);
CREATE UNIQUE INDEX `appointment_search_texts_appointment_id_unique` ON `appointment_search_texts` (`appointment_id`);
CREATE UNIQUE INDEX `customer_search_texts_user_id_unique` ON `customer_search_texts` (`user_id`);
CREATE INDEX `challenges_expires` ON `challenges` (`expires_at`);
CREATE UNIQUE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`,`code_hash`);
CREATE UNIQUE INDEX `second_factors_credential_id_unique` ON `second_factors` (`credential_id`);
CREATE INDEX `second_factors_user` ON `second_factors` (`user_id`,`created_at`);
CREATE UNIQUE INDEX `availability_slots_date_window` ON `availability_slots` (`date`,`slot_index`);
CREATE UNIQUE INDEX `boats_filler_photo_id_unique` ON `boats` (`filler_photo_id`);
CREATE INDEX `boats_user` ON `boats` (`user_id`);
CREATE INDEX `customer_notes_user` ON `customer_notes` (`user_id`,`created_at`);
CREATE INDEX `docks_user` ON `docks` (`user_id`);
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
CREATE INDEX `users_by_name` ON `users` (`role`,lower(case when "full_name" is null then "username" else "full_name" end),`id`);
CREATE INDEX `users_by_contact` ON `users` (`role`,lower(case when "email" is not null then "email" when "phone" is not null then "phone" else '' end),`id`);
CREATE INDEX `users_full_name` ON `users` (`full_name`,`id`);
CREATE INDEX `users_reset_token` ON `users` (`reset_token`);
CREATE INDEX `users_email_proof` ON `users` (`email_proof`);
CREATE VIRTUAL TABLE customers_search USING fts5(text, content='customer_search_texts', content_rowid='id', tokenize='trigram remove_diacritics 1');
insert into customers_search (customers_search) values ('rebuild');
CREATE VIRTUAL TABLE appointments_search USING fts5(text, content='appointment_search_texts', content_rowid='id', tokenize='trigram remove_diacritics 1');
insert into appointments_search (appointments_search) values ('rebuild');
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
CREATE TRIGGER changes_business_settings_made AFTER INSERT ON business_settings BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_business_settings_changed AFTER UPDATE ON business_settings BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_business_settings_gone AFTER DELETE ON business_settings BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_bulk_changes_made AFTER INSERT ON bulk_changes BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_bulk_changes_changed AFTER UPDATE ON bulk_changes BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_bulk_changes_gone AFTER DELETE ON bulk_changes BEGIN INSERT INTO changes (topic, slots) VALUES ('staff', 0); END;
CREATE TRIGGER changes_bulk_parts_changed AFTER UPDATE ON bulk_parts BEGIN
    INSERT INTO changes (topic, slots) VALUES ('staff', old.kept_until IS NOT new.kept_until);
  END;
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
CREATE TRIGGER changes_loads_made AFTER INSERT ON loads BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', new.driver_id, 0); END;
CREATE TRIGGER changes_loads_changed AFTER UPDATE ON loads BEGIN INSERT INTO changes (topic, driver_id, slots) VALUES ('drivers', new.driver_id, 0); END;
CREATE TRIGGER audit_log_numbered AFTER INSERT ON audit_log BEGIN
    INSERT INTO audit_seals (entry_id) VALUES (new.id);
  END;
CREATE TRIGGER audit_log_changed BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
CREATE TRIGGER audit_log_gone BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
CREATE TRIGGER audit_details_changed BEFORE UPDATE ON audit_details BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
CREATE TRIGGER audit_seals_changed BEFORE UPDATE ON audit_seals
  WHEN old.hash IS NOT NULL OR new.number IS NOT old.number OR new.entry_id IS NOT old.entry_id BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
CREATE TRIGGER audit_seals_gone BEFORE DELETE ON audit_seals BEGIN SELECT RAISE(ABORT, 'the audit log is only ever added to'); END;
CREATE TRIGGER ledger_changed BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
CREATE TRIGGER ledger_gone BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is only ever added to'); END;
CREATE TRIGGER ledger_month_changed BEFORE UPDATE ON closed_months BEGIN SELECT RAISE(ABORT, 'a closed month is only ever added to'); END;
CREATE TRIGGER ledger_month_gone BEFORE DELETE ON closed_months BEGIN SELECT RAISE(ABORT, 'a closed month is only ever added to'); END;
CREATE TRIGGER search_customer_made AFTER INSERT ON users BEGIN INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ' ' || coalesce(users.full_name || ' ', '') || coalesce(users.username || ' ', '') || coalesce(users.email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(users.phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce((select group_concat(boats.name, ' ') from boats where boats.user_id = users.id) || ' ', '') || coalesce((select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id) || ' ', '') FROM users WHERE users.id = new.id AND users.role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
    WHERE customer_search_texts.text <> excluded.text; END;
CREATE TRIGGER search_customer_changed AFTER UPDATE OF full_name, username, email, phone ON users BEGIN
    INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ' ' || coalesce(users.full_name || ' ', '') || coalesce(users.username || ' ', '') || coalesce(users.email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(users.phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce((select group_concat(boats.name, ' ') from boats where boats.user_id = users.id) || ' ', '') || coalesce((select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id) || ' ', '') FROM users WHERE users.id = new.id AND users.role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
    WHERE customer_search_texts.text <> excluded.text; END;
CREATE TRIGGER search_boat_made AFTER INSERT ON boats BEGIN INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ' ' || coalesce(users.full_name || ' ', '') || coalesce(users.username || ' ', '') || coalesce(users.email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(users.phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce((select group_concat(boats.name, ' ') from boats where boats.user_id = users.id) || ' ', '') || coalesce((select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id) || ' ', '') FROM users WHERE users.id = new.user_id AND users.role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
    WHERE customer_search_texts.text <> excluded.text; END;
CREATE TRIGGER search_boat_changed AFTER UPDATE OF name ON boats BEGIN INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ' ' || coalesce(users.full_name || ' ', '') || coalesce(users.username || ' ', '') || coalesce(users.email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(users.phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce((select group_concat(boats.name, ' ') from boats where boats.user_id = users.id) || ' ', '') || coalesce((select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id) || ' ', '') FROM users WHERE users.id = new.user_id AND users.role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
    WHERE customer_search_texts.text <> excluded.text; END;
CREATE TRIGGER search_boat_gone AFTER DELETE ON boats BEGIN INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ' ' || coalesce(users.full_name || ' ', '') || coalesce(users.username || ' ', '') || coalesce(users.email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(users.phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce((select group_concat(boats.name, ' ') from boats where boats.user_id = users.id) || ' ', '') || coalesce((select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id) || ' ', '') FROM users WHERE users.id = old.user_id AND users.role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
    WHERE customer_search_texts.text <> excluded.text; END;
CREATE TRIGGER search_dock_made AFTER INSERT ON docks BEGIN INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ' ' || coalesce(users.full_name || ' ', '') || coalesce(users.username || ' ', '') || coalesce(users.email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(users.phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce((select group_concat(boats.name, ' ') from boats where boats.user_id = users.id) || ' ', '') || coalesce((select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id) || ' ', '') FROM users WHERE users.id = new.user_id AND users.role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
    WHERE customer_search_texts.text <> excluded.text; END;
CREATE TRIGGER search_dock_changed AFTER UPDATE OF label, slip ON docks BEGIN INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ' ' || coalesce(users.full_name || ' ', '') || coalesce(users.username || ' ', '') || coalesce(users.email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(users.phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce((select group_concat(boats.name, ' ') from boats where boats.user_id = users.id) || ' ', '') || coalesce((select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id) || ' ', '') FROM users WHERE users.id = new.user_id AND users.role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
    WHERE customer_search_texts.text <> excluded.text; END;
CREATE TRIGGER search_dock_gone AFTER DELETE ON docks BEGIN INSERT INTO customer_search_texts (user_id, text)
    SELECT users.id, ' ' || coalesce(users.full_name || ' ', '') || coalesce(users.username || ' ', '') || coalesce(users.email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(users.phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce((select group_concat(boats.name, ' ') from boats where boats.user_id = users.id) || ' ', '') || coalesce((select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id) || ' ', '') FROM users WHERE users.id = old.user_id AND users.role = 'customer'
    ON CONFLICT (user_id) DO UPDATE SET text = excluded.text
    WHERE customer_search_texts.text <> excluded.text; END;
CREATE TRIGGER search_appointment_changed AFTER UPDATE OF location, slip_number, customer_name, customer_email,
    customer_phone, boat ON appointments BEGIN UPDATE appointment_search_texts
    SET text = ' ' || coalesce(new.public_code || ' ', '') || coalesce(new.location || ' ', '') || coalesce(new.slip_number || ' ', '') || coalesce(new.customer_name || ' ', '') || coalesce(new.customer_email || ' ', '') || coalesce(replace(replace(replace(replace(replace(replace(replace(new.customer_phone, ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') || ' ', '') || coalesce(new.boat ->> '$.name' || ' ', '') WHERE appointment_id = new.id; END;
CREATE TRIGGER customers_search_made AFTER INSERT ON customer_search_texts BEGIN INSERT INTO customers_search (rowid, text) VALUES (new.id, new.text); END;
CREATE TRIGGER customers_search_changed AFTER UPDATE OF text ON customer_search_texts
  WHEN old.text <> new.text BEGIN INSERT INTO customers_search (customers_search, rowid, text) VALUES ('delete', old.id, old.text); INSERT INTO customers_search (rowid, text) VALUES (new.id, new.text); END;
CREATE TRIGGER customers_search_gone AFTER DELETE ON customer_search_texts BEGIN INSERT INTO customers_search (customers_search, rowid, text) VALUES ('delete', old.id, old.text); END;
CREATE TRIGGER appointments_search_made AFTER INSERT ON appointment_search_texts BEGIN INSERT INTO appointments_search (rowid, text) VALUES (new.id, new.text); END;
CREATE TRIGGER appointments_search_changed AFTER UPDATE OF text ON appointment_search_texts
  WHEN old.text <> new.text BEGIN INSERT INTO appointments_search (appointments_search, rowid, text) VALUES ('delete', old.id, old.text); INSERT INTO appointments_search (rowid, text) VALUES (new.id, new.text); END;
CREATE TRIGGER appointments_search_gone AFTER DELETE ON appointment_search_texts BEGIN INSERT INTO appointments_search (appointments_search, rowid, text) VALUES ('delete', old.id, old.text); END;
