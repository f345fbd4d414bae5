import * as z from 'zod/mini'
import { timestamp } from '../../http/contract/text.ts'

const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most))

/** Where a device believes to be (WGS 84), how exactly, and when it measured that. */
export const Position = z.object({
  latitude: degrees(90),
  longitude: degrees(180),
  /** Radius in metres within which it is with 95 % confidence (https://www.w3.org/TR/geolocation/#accuracy-attribute). */
  accuracyMetres: z.number().check(z.minimum(0), z.maximum(1e6)),
  measuredAt: timestamp,
})
export type Position = z.infer<typeof Position>
