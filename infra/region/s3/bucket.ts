/** AWS::S3::Bucket on fauxqs. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import type { Fauxqs } from '../sqs/fauxqs.ts'

export const bucketProperties = {
  honoured: ['BucketName'],
  withoutEffect: [
    'BucketEncryption',
    'LifecycleConfiguration',
    'OwnershipControls',
    'PublicAccessBlockConfiguration',
    'Tags',
  ],
}

/** Creates the bucket unless the data directory already holds it. */
export const hostBucket = ({ ref: name }: HostedResource, { buckets }: Fauxqs): void => {
  if (!buckets.hasBucket(name)) buckets.createBucket(name)
}
