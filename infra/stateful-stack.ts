import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Key } from 'aws-cdk-lib/aws-kms'
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { type RegistryName, registryNames } from '../shared/identity/products.ts'
import { retentionDays } from '../shared/table/retention.ts'
import { constructIdOf, named } from './constructs/context.ts'
import { table } from './constructs/table.ts'
import type { Stage } from './stages.ts'

/** Everything that must survive a deploy: deleted only where the stage does not keep its data. */
export class StatefulStack extends Stack {
  readonly key: Key
  readonly tableName: string
  readonly tableArn: string
  readonly tableStreamArn: string
  readonly mediaBucket: Bucket
  readonly idNumberSecretArn: string
  readonly fileTokenSecretArn: string
  readonly personalDataSecretArn: string
  /** Of the connected registries; the operator puts each one's credential in. */
  readonly registrySecretArns: ReadonlyMap<RegistryName, string>

  constructor(scope: Construct, settings: Stage) {
    super(scope, named(settings, 'stateful'), {
      description: `Data of the verification service (${settings.name})`,
    })
    const removalPolicy = removalPolicyOf(settings)
    this.key = new Key(this, 'Key', {
      alias: named(settings, 'data'),
      enableKeyRotation: true,
      removalPolicy,
    })
    const { attrArn, attrStreamArn, ref } = table(this, settings, this.key, removalPolicy)
    this.tableName = ref
    this.tableArn = attrArn
    this.tableStreamArn = attrStreamArn
    this.mediaBucket = this.bucket(settings, removalPolicy)
    this.idNumberSecretArn = this.secret('IdNumberKey', named(settings, 'id-number-key'), removalPolicy)
    this.fileTokenSecretArn = this.secret('FileTokenKey', named(settings, 'file-token-key'), removalPolicy)
    this.personalDataSecretArn = this.secret(
      'PersonalDataKey',
      named(settings, 'personal-data-key'),
      removalPolicy,
    )
    this.registrySecretArns = new Map(
      registryNames
        .filter(name => settings.registries[name].baseUrl !== null)
        .map(name => [name, this.registrySecret(settings, name, removalPolicy)]),
    )
  }

  /** Evidence photos. Bucket names are unique in the world, hence the account and region. */
  private bucket(settings: Stage, removalPolicy: RemovalPolicy) {
    return new Bucket(this, 'Media', {
      bucketName: `${named(settings, 'media')}-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      // Without versions: what retention deletes is gone.
      versioned: false,
      lifecycleRules: [
        { id: 'retention', expiration: Duration.days(retentionDays.verification) },
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy,
    })
  }

  /** Made with a value that no registry takes, until the operator puts the credential in. */
  private registrySecret(settings: Stage, name: RegistryName, removalPolicy: RemovalPolicy): string {
    const id = constructIdOf(`registry-${name}-credential`)
    return this.secret(id, named(settings, `registry-${name}-credential`), removalPolicy)
  }

  /** A key, for HMACs and the like: 64 letters and digits, about 380 bits. */
  private secret(id: string, name: string, removalPolicy: RemovalPolicy): string {
    const secret = new CfnSecret(this, id, {
      name,
      kmsKeyId: this.key.keyArn,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    })
    secret.applyRemovalPolicy(removalPolicy)
    return secret.ref
  }
}

/** Kept data still goes when the very first deploy fails, so that the next try finds its names free. */
const removalPolicyOf = ({ keepsData }: Stage) =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY
