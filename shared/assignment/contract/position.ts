import * as z from 'zod/mini'
import { timestamp } from '../../http/contract/text.ts'
import { accuracyMetres, degrees } from '../../location/contract.ts'

/** Where a device believes to be (WGS 84), how exactly, and when it measured that. */
export const Position = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  /** Radius in metres within which it is with 95 % confidence (https://www.w3.org/TR/geolocation/#accuracy-attribute). */
  accuracyMetres,
  measuredAt: timestamp,
})
export type Position = z.infer<typeof Position>
