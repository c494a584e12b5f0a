import * as v from 'valibot';
import { profilePhoto } from '../../sync/collections/profile-photo.ts';
import { notFound } from '../http-error.ts';
import type { Services } from '../services.ts';
import { readRecord } from '../sync/read-records.ts';
import type { RouteRegistry } from './registry.ts';

/** [C-575] A photo as an image, for who reads its record. One that was taken away, never was or is somebody else's answers alike. */
export function addProfileImageRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'GET',
    path: '/api/users/orchid_pro/profile_image/:sub',
    audience: 'session',
    relation: "the caller's own photo",
    handle: async (c, { caller }) => {
      const reader = { registry: services.registry, principal: caller.actor.principal };
      const sub = c.req.param('sub') ?? '';
      const record = await services.store.read(() => readRecord(reader, profilePhoto.name, sub));
      const image = record ? v.parse(profilePhoto.body, record.body).image : '';
      if (image === '') throw notFound();
      const bytes = Uint8Array.from(Buffer.from(image, 'base64'));
      return c.body(bytes, 200, { 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' });
    },
  });
}
