import { storedPhotoKind } from '../../../shared/evidence/photo-kinds.ts'
import { photoHotDays } from '../../../shared/table/retention.ts'
import { daysPerMonth, photo } from './assumptions.ts'
import { type Line, line } from './bill.ts'

const photos = photo.perVerification * 1e6
const gb = (photos * photo.bytes) / 1e9
/** The cheaper class is paid for at least so long. */
const leastColdDays = 90
const coldDays = Math.max(leastColdDays, storedPhotoKind.days - photoHotDays)

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
