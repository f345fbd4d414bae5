import { photoHotDays, retentionDays } from '../../../shared/table/retention.ts'
import { daysPerMonth, overheadBytes, photo } from './assumptions.ts'
import { type Line, line } from './bill.ts'
import { priceIn } from './prices.ts'

const photos = photo.perVerification * 1e6
const gb = (photos * photo.bytes) / 1e9
/** The cheaper class is paid for at least so long. */
const leastColdDays = 90
const coldDays = Math.max(leastColdDays, retentionDays.verification - photoHotDays)

/** What photos of a million verifications cost while they are kept, as the bucket's lifecycle rule has it. */
export const photoStorage: readonly Line[] = [
  line(
    'S3: Standard',
    { standardGbMonth: gb * (photoHotDays / daysPerMonth) },
    `${gb} GB for ${photoHotDays} days`,
  ),
  line('S3: moved', { moveObject: photos }, `${photos / 1e6} million photos`),
  line(
    'S3: Glacier Instant Retrieval',
    { coldGbMonth: gb * (coldDays / daysPerMonth) },
    `${gb} GB for ${coldDays} days`,
  ),
]

/** What they would cost without the rule. */
export const unmovedDollars =
  gb * (retentionDays.verification / daysPerMonth) * priceIn('us-east-1', 'standardGbMonth')

/** Each look is a redirect through the gateway and a function that reads the record: taken to wait 10 ms. */
const redirects = {
  httpApiRequest: photos,
  invocation: photos,
  gbSecond: photos * 0.5 * ((10 + 5) / 1000),
  readUnit: photos * 0.5,
}

/** What a customer makes of it that looks at every photo once, while it is hot. */
export const photosLookedAt: readonly Line[] = [
  line('Redirects to the bucket', redirects, `${photos / 1e6} million photos`),
  line('S3: GETs', { getObject: photos }, 'the same'),
  line('Data to the internet', { egressGb: gb + (photos * overheadBytes.opened) / 1e9 }, `${gb} GB`),
]
