import { storedPhotoKind } from '../../../shared/evidence/photo-kinds.ts'
import { ledgerKind } from '../../../shared/ledger/kinds.ts'
import { photoHotDays } from '../../../shared/table/retention.ts'

/** What the computation takes for granted beside what it measured. All of it is printed. */

/** How long a call to each of AWS's services takes, in milliseconds. */
export const waitMs = {
  DynamoDB: 5,
  transaction: 10,
  SQS: 10,
  'Step Functions': 20,
  'Secrets Manager': 20,
  S3: 20,
  /** Besides what the other function takes. */
  Lambda: 10,
  messages: 100,
} as const

/** What a customer's receiver takes to answer. */
export const receiverMs = 200

/** Lambda gives a function this part of a core per MB: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export const megabytesPerCore = 1769

/** Containers that start, per invocation: AWS's own upper bound, https://aws.amazon.com/blogs/compute/aws-lambda-standardizes-billing-for-init-phase/ */
export const coldShare = 0.01
/** What a container spends before our code is loaded: Lambda's Node runtime itself. */
export const runtimeStartMs = 130

/** Headers and TLS records of one exchange on a connection that is kept, and of one that is opened for it, in bytes. */
export const overheadBytes = { kept: 1500, opened: 5000 } as const

/** A line of the access log and its fields, of which the longest is the route. */
export const accessLogBytes = 300
/** CloudWatch counts these for every event beside its text: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html */
export const logEventBytes = 26
/** What logs shrink to when they are kept, as AWS's own examples of prices have it. */
export const logsKeptShare = 0.15

/**
 * A photo as the agent's page makes it (`functions/pages/web/work/capture`): 2000 pixels on its longest side, some 300 KB,
 * 400 at most, with the last ten positions. `grain` is the noise that makes a drawn one weigh as much.
 */
export const photo = {
  perVerification: 4,
  bytes: 300_000,
  width: 2000,
  height: 1500,
  grain: 2.6,
  fixes: 10,
} as const

/** Of those that people visit: given back once for a photo, and objected to once and upheld. */
export const visitShares = { returned: 0.01, disputed: 0.01 } as const

/** An HTTP API counts a request for every so many bytes of its answer: https://aws.amazon.com/api-gateway/pricing/ */
export const gatewayBytes = 512 * 1024

/** The bucket's key spares S3 nearly all requests of KMS: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-key.html */
export const keyRequestsPerObject = 0.01

/** DynamoDB counts these for every item and index entry: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export const itemOverheadBytes = 100
/** DynamoDB deletes within a few days of an item's end. */
export const lateDeletionDays = 2
/** For what has no end. */
export const foreverDays = 365

/** A line of the ledger in the table, and in the seal of its month (`test/shared/ledger/seal` packs twelve thousand). */
export const ledgerLine = { tableBytes: 400, packedBytes: 40 } as const

export const daysPerMonth = 365 / 12
export const secondsPerMonth = daysPerMonth * 86_400

/** Of an idle queue with a maximum of copies, Lambda's pollers each ask once in 20 s: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
export const pollers = { perQueue: 5, everySeconds: 20 } as const

/**
 * Where a region's price was found nowhere, the one of us-east-1 × the dearest ratio of those that were: of Lambda in
 * Cape Town, of the table's storage in Ireland. What goes to the internet is apart, and known.
 */
export const dearness = { 'us-east-1': 1, 'eu-west-1': 1.14, 'af-south-1': 1.33 } as const

/** Prices are in naira, AWS's in dollars. */
const nairaPerDollar = 1600

/** What a million cost of what they are sold for, in %. @param price of one, in naira */
export const shareOfPrice = (dollarsOfMillion: number, price: number): number =>
  (100 * dollarsOfMillion * nairaPerDollar) / (1e6 * price)

export const stated: readonly string[] = [
  `A dollar is ${nairaPerDollar} naira, and a verification is sold for the stage's price.`,
  `A function's time is its CPU time, measured in a process of its own, × ${megabytesPerCore} MB ÷ its memory, plus what it waits for; a core here is taken for one of Lambda's.`,
  `A call takes: ${Object.entries(waitMs)
    .map(([to, ms]) => `${to} ${ms} ms`)
    .join(
      ', ',
    )}; calls that ran beside one another are counted once. A receiver answers after ${receiverMs} ms.`,
  `One invocation in ${1 / coldShare} starts a container: ${runtimeStartMs} ms for the runtime, then our import at a whole core, and what a first call costs more than a later one; each container reads its secrets.`,
  'Everything is handled one by one: batches, which only busy days bring, would save messages and invocations.',
  `Live mode, by people: ordered with a link that is sent and not opened, two lists and the work read by an agent who claims it, ${photo.perVerification} photos recorded, uploaded and drawn anew, reported; list, case, photos in full and trail read by a reviewer who claims and decides; told, report and receipt fetched once. One in ${1 / visitShares.returned} is returned for a photo, one in ${1 / visitShares.disputed} objected to and upheld.`,
  'People are signed in and devices enrolled: a session lasts for many visits. No visit is looked at again by another agent: each that is costs as much as a visit.',
  `A line of the ledger is in the table for ${ledgerKind.days} days, and ${ledgerLine.packedBytes} bytes of its month’s seal in S3 Standard for as long; the seal’s few requests are shared by all lines.`,
  'Text messages, the fees of registries and people’s pay are left out.',
  `An exchange on a kept connection carries ${overheadBytes.kept} bytes beside its body, a delivery ${overheadBytes.opened} with its handshake.`,
  `A photo has ${photo.width} × ${photo.height} pixels and ${photo.bytes / 1000} KB, drawn anew some as many; a verification has ${photo.perVerification}, kept for ${storedPhotoKind.days} days, of which ${photoHotDays} in Standard.`,
  'Free, as AWS says: what Lambda reads from the table’s stream, the deletion of what has expired, calls of Step Functions, and data within the region.',
]
