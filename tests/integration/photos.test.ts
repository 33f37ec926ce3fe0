import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

describe('photos', () => {
  let app: TestApp;
  let sam: Visitor;
  let staff: Visitor;
  let dana: Awaited<ReturnType<typeof driver>>;
  let address: string;
  beforeAll(async () => {
    app = await startTestApp();
    [sam, staff, dana] = [await customer(app), await admin(app), await driver(app)];
    const id = await book(sam);
    await readyToDeliver(staff, id, dana.driverId);
    await staff.trpc.admin.complete.mutate({
      id,
      actualGallons: 5,
      fuelPhoto: await withPosition(),
    });
    const { rows } = await app.deps.db.client.execute('select id from photos');
    address = `/api/photos/${rows[0]?.id}`;
  });
  afterAll(() => app.close());

  /** A JPEG whose metadata has the place where it was taken. */
  async function withPosition(): Promise<string> {
    const plain = Buffer.from((await picture()).replace(/^[^,]*,/, ''), 'base64');
    const jpeg = Buffer.from(await new Bun.Image(plain).jpeg().bytes());
    const tiff = Buffer.concat([
      Buffer.from('Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0', 'latin1'),
      Buffer.from('41.98 N, 86.11 W'),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(tiff.byteLength + 2);
    const segment = Buffer.concat([Buffer.from('ffe1', 'hex'), length, tiff]);
    const told = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
    return `data:image/jpeg;base64,${told.toString('base64')}`;
  }

  test('are encoded again as JPEG of at most 800 px without metadata', async () => {
    const answer = await sam.fetch(address);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    const bytes = await answer.bytes();
    const { width, height } = await new Bun.Image(bytes).metadata();
    expect(Math.max(width, height)).toBeLessThanOrEqual(800);
    expect(Buffer.from(bytes).includes('Exif')).toBe(false);
    expect(Buffer.from(bytes).includes('41.98')).toBe(false);
  });

  test("are visible to the customer, the driver, and staff, and don't exist for others", async () => {
    for (const visitor of [sam, staff, dana.visitor]) {
      expect((await visitor.fetch(address)).status).toBe(200);
    }
    const others = [app.visitor(), await customer(app), (await driver(app)).visitor];
    for (const visitor of others) expect((await visitor.fetch(address)).status).toBe(404);
  });

  test('are private and served as pictures only', async () => {
    const { headers } = await sam.fetch(address);
    expect(headers.get('cache-control')).toStartWith('private');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('refuse SVG, disguised HTML, and a much too large picture', async () => {
    const id = await book(sam, { time: '12:00 PM - 2:00 PM' });
    await readyToDeliver(staff, id, dana.driverId);
    const bad = [
      `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')}`,
      `data:image/png;base64,${btoa('<html><script>alert(1)</script></html>')}`,
      'data:text/html;base64,PGI+',
      `data:image/png;base64,${hugePng()}`,
    ];
    for (const fuelPhoto of bad) {
      const answer = await staff.rest('POST', `/api/appointments/${id}/complete`, {
        actualGallons: 5,
        fuelPhoto,
      });
      expect([fuelPhoto.slice(0, 30), answer.status]).toEqual([fuelPhoto.slice(0, 30), 400]);
    }
  });

  /** The header of a PNG that claims 60,000 by 60,000 pixels. */
  function hugePng(): string {
    const ihdr = Buffer.alloc(25);
    ihdr.writeUInt32BE(13, 0);
    ihdr.write('IHDR', 4);
    ihdr.writeUInt32BE(60_000, 8);
    ihdr.writeUInt32BE(60_000, 12);
    ihdr.set([8, 2, 0, 0, 0], 16);
    ihdr.writeUInt32BE(Bun.hash.crc32(ihdr.subarray(4, 21)), 21);
    return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ihdr]).toString('base64');
  }
});
