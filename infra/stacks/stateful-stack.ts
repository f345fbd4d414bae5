import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Key } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type LifecycleRule,
  ObjectLockRetention,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { stageSecretNames } from '../../shared/aws/stage-secrets.ts'
import { storedPhotoKind } from '../../shared/evidence/photo-kinds.ts'
import { registryNames } from '../../shared/identity/products.ts'
import { ledgerKind } from '../../shared/ledger/kinds.ts'
import { erasureDays, photoHotDays, uploadDays } from '../../shared/table/retention.ts'
import { marksPrefix } from '../../shared/subject/erasure-mark.ts'
import { trailLogKind } from '../../shared/log/kind.ts'
import { physicalName, toConstructId } from '../constructs/names.ts'
import { table } from '../constructs/table.ts'
import { userPool } from '../constructs/user-pool.ts'
import type { StageSettings } from '../stage-settings.ts'
import {
  credentialName,
  isComplete,
  issuerSecretName,
  ledgerBucketName,
  mediaBucketName,
  publish,
  signInDomain,
  stackProps,
  tableName,
  trailLogBucketName,
} from './names.ts'

const closed = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
}

/** Everything that must survive a deploy: deleted only where the stage does not keep its data. */
export class StatefulStack extends Stack {
  private readonly settings: StageSettings
  private readonly removalPolicy: RemovalPolicy
  private readonly isProtected: boolean
  private readonly key: Key

  constructor(scope: Construct, settings: StageSettings) {
    super(
      scope,
      physicalName(settings, 'stateful'),
      stackProps(settings, 'stateful', 'Data of the verification service'),
    )
    this.settings = settings
    this.removalPolicy = removalPolicyOf(settings)
    this.isProtected = settings.deletionProtection && isComplete(settings, 'stateful')
    this.key = new Key(this, 'Key', {
      alias: physicalName(settings, 'data'),
      enableKeyRotation: true,
      removalPolicy: this.removalPolicy,
    })
    const { attrStreamArn, ref } = table(this, tableId(settings), {
      tableName: tableName(settings),
      key: this.key,
      removalPolicy: this.removalPolicy,
      isProtected: this.isProtected,
    })
    this.media()
    // Longer than a trail, and as long as a line of the ledger.
    this.lockedBucket('TrailLog', trailLogBucketName(settings), trailLogKind.days)
    this.lockedBucket('Ledger', ledgerBucketName(settings), ledgerKind.days)
    for (const name of stageSecretNames) this.secret(name)
    // Made with a value that no registry takes, until the operator puts the credential in.
    const connected = registryNames.filter(name => settings.registries[name].baseUrl !== null)
    for (const registry of connected) this.secret(credentialName(registry))
    this.people()
    publish(this, { TableName: ref, TableStreamArn: attrStreamArn, KeyArn: this.key.keyArn })
  }

  /** Who people are is kept here, or by an issuer of the operator's. */
  private people() {
    const { issuer } = this.settings.people
    if (issuer === null) publish(this, { UserPoolId: this.ownPool() })
    else if (issuer.hasSecret) this.secret(issuerSecretName)
  }

  private ownPool(): string {
    return userPool(this, {
      userPoolName: physicalName(this.settings, 'people'),
      domain: signInDomain(this.settings),
      groups: Object.keys(this.settings.people.roles),
      removalPolicy: this.removalPolicy,
      isProtected: this.isProtected,
    })
  }

  private media() {
    new Bucket(this, 'Media', {
      ...closed,
      bucketName: mediaBucketName(this.settings),
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      // Without versions: what retention deletes is gone.
      versioned: false,
      lifecycleRules,
      // A page uploads photos by links that last minutes: whoever has one may use it wherever its page comes from, and
      // no cookie is of any use here.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: ['*'],
          allowedHeaders: ['content-type', 'if-none-match', 'x-amz-checksum-sha256'],
          maxAge: 3600,
        },
      ],
      removalPolicy: this.removalPolicy,
    })
  }

  /**
   * The log of the trails, and seals of the ledger. They are of ids, digests and amounts, and encrypted with a key
   * of S3's: whoever may have ours deleted could otherwise delete them with it.
   */
  private lockedBucket(id: string, bucketName: string, keptDays: number) {
    const days = Duration.days(keptDays)
    new Bucket(this, id, {
      ...closed,
      bucketName,
      encryption: BucketEncryption.S3_MANAGED,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention:
        this.settings.trailLock === 'COMPLIANCE'
          ? ObjectLockRetention.compliance(days)
          : ObjectLockRetention.governance(days),
      // A day after the lock has ended a version is marked, and a day later it goes.
      lifecycleRules: [
        {
          id: 'retention',
          expiration: days.plus(Duration.days(1)),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { id: 'marks', expiredObjectDeleteMarker: true },
      ],
      removalPolicy: this.removalPolicy,
    })
  }

  private secret(name: string) {
    new CfnSecret(this, toConstructId(name), {
      name: physicalName(this.settings, name),
      kmsKeyId: this.key.keyArn,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    }).applyRemovalPolicy(this.removalPolicy)
  }
}

/**
 * Recent photos stay in Standard; older ones move to Glacier Instant Retrieval, a sixth of the price, which also opens in
 * milliseconds. AWS charges it for at least 90 days, less than the rest of a photo's year
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-class-intro.html). A transition costs the savings of three
 * and a half months, of the nine that remain. S3 does not move photos below 128 KB, which would save less
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-transition-general-considerations.html).
 */
const lifecycleRules: LifecycleRule[] = [
  {
    // The sandbox's placeholders have another prefix, and do not expire.
    id: 'retention',
    prefix: 'evidence/',
    transitions: [
      {
        storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL,
        transitionAfter: Duration.days(photoHotDays),
      },
    ],
    expiration: Duration.days(storedPhotoKind.days),
  },
  { id: 'uploads', prefix: 'incoming/', expiration: Duration.days(uploadDays) },
  // Erasures that an operator repeats after a restore.
  { id: 'erasures', prefix: marksPrefix, expiration: Duration.days(erasureDays) },
  { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
]

/** Kept data still goes when the very first deploy fails, so that the next try finds its names free. */
const removalPolicyOf = ({ keepsData }: StageSettings) =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY

/**
 * A table of another name is another resource: CloudFormation takes in the restored one beside the old one, which stays
 * if the stage keeps its data, and replaces nothing.
 */
const tableId = ({ name, table: called }: StageSettings): string => {
  if (!/^data(-\d{8}t\d{6})?$/.test(called))
    throw new Error(`The stage ${name}: table: expected data, or what \`restore plan\` named, not ${called}.`)
  return toConstructId(called.replace('data', 'table'))
}
