import { photoHotDays, retentionDays } from '../../../shared/table/retention.ts'
import { daysPerMonth, overheadBytes, photo } from './assumptions.ts'
import { type Line, line } from './bill.ts'
import { prices } from './prices.ts'

const photos = photo.perVerification * 1e6
const gb = (photos * photo.bytes) / 1e9
/** The cheaper class is paid for at least so long. */
const leastColdDays = 90
const coldDays = Math.max(leastColdDays, retentionDays.verification - photoHotDays)

/** The bucket's key spares S3 nearly all requests of KMS: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-key.html */
const keyRequestsPerPhoto = 0.01

export const photoUploads: readonly Line[] = [
  line('S3: PUTs', photos * prices.putObject.dollars, `${photo.perVerification} photos`),
  line(
    'KMS: photos',
    photos * keyRequestsPerPhoto * prices.keyRequest.dollars,
    'a request in a hundred photos',
  ),
]

/** What photos of a million verifications cost while they are kept, as the bucket's lifecycle rule has it. */
export const photoStorage: readonly Line[] = [
  line(
    'S3: Standard',
    gb * (photoHotDays / daysPerMonth) * prices.standardGbMonth.dollars,
    `${gb} GB for ${photoHotDays} days`,
  ),
  line('S3: moved', photos * prices.moveObject.dollars, `${photos / 1e6} million photos`),
  line(
    'S3: Glacier Instant Retrieval',
    gb * (coldDays / daysPerMonth) * prices.coldGbMonth.dollars,
    `${gb} GB for ${coldDays} days`,
  ),
]

/** What they would cost without the rule. */
export const unmovedDollars =
  gb * (retentionDays.verification / daysPerMonth) * prices.standardGbMonth.dollars

/** Each look costs a redirect through the gateway and a function that reads the record: taken to wait 10 ms. */
const perLook =
  prices.httpApiRequest.dollars +
  prices.invocation.dollars +
  ((0.5 * (10 + 5)) / 1000) * prices.gbSecond.dollars +
  0.5 * prices.readUnit.dollars

/** What a customer makes of it that looks at every photo once, while it is hot. */
export const photosLookedAt: readonly Line[] = [
  line('Redirects to the bucket', photos * perLook, `${photos / 1e6} million photos`),
  line('S3: GETs', photos * prices.getObject.dollars, 'the same'),
  line(
    'Data to the internet',
    (gb + (photos * overheadBytes.opened) / 1e9) * prices.egressGb.dollars,
    `${gb} GB`,
  ),
]
