import { expect, test } from 'bun:test';
import {
  type BusinessSettings,
  businessSettingsSchema,
  SETTING_DEFAULTS,
} from '@/domain/business-settings';
import { cents, gallonTenths } from '@/domain/money';
import { valuesOf } from './setting-values';

test('the settings form shows amounts and gallons so that a save keeps them', () => {
  const settings: BusinessSettings = {
    ...SETTING_DEFAULTS,
    confirmAboveCents: cents(600_50),
    confirmRefundsAboveCents: cents(100_00),
    countLimitTenths: gallonTenths(25),
  };
  const values = valuesOf({ settings, defaults: settings });
  expect(values).toMatchObject({ confirmAbove: '600.50', countLimit: '2.5' });
  expect(businessSettingsSchema.parse(values)).toMatchObject({
    confirmAboveCents: 600_50,
    countLimitTenths: 25,
  });
});
