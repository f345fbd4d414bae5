import type { RemovalPolicy } from 'aws-cdk-lib'
import {
  CfnManagedLoginBranding,
  CfnUserPool,
  CfnUserPoolClient,
  CfnUserPoolDomain,
  CfnUserPoolGroup,
} from 'aws-cdk-lib/aws-cognito'
import type { Construct } from 'constructs'
import { sessionPages } from '../../shared/http/contract/session-routes.ts'
import { toConstructId } from './names.ts'

/**
 * A passkey counts as both factors, since it asks for a finger, a face or a PIN of its own; who has none shows a password
 * and a code of an app (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_WebAuthnConfigurationType.html).
 * Passkeys belong to the domain that people sign in at: another domain would lose them all. It is Cognito's to take that
 * for the relying party, since CloudFormation takes no more than 63 characters of one, and ours has up to 78.
 */
const factors = {
  mfaConfiguration: 'ON',
  enabledMfas: ['SOFTWARE_TOKEN_MFA'],
  webAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
  webAuthnUserVerification: 'required',
}

const passwordPolicy = {
  minimumLength: 14,
  requireLowercase: true,
  requireUppercase: true,
  requireNumbers: true,
  requireSymbols: true,
  temporaryPasswordValidityDays: 3,
}

export interface UserPoolProps {
  readonly userPoolName: string
  /** Where people sign in, as a part of Cognito's domain. */
  readonly domain: string
  readonly groups: readonly string[]
  readonly removalPolicy: RemovalPolicy
  readonly isProtected: boolean
}

/** The people of the operator, made by the operator alone, and their groups. Answers the pool's id. */
export const userPool = (scope: Construct, props: UserPoolProps): string => {
  const pool = new CfnUserPool(scope, 'UserPool', {
    userPoolName: props.userPoolName,
    // The least that knows passkeys and managed login.
    userPoolTier: 'ESSENTIALS',
    adminCreateUserConfig: { allowAdminCreateUserOnly: true },
    usernameConfiguration: { caseSensitive: false },
    autoVerifiedAttributes: ['email'],
    // Access to a mailbox does not prove who somebody is.
    accountRecoverySetting: { recoveryMechanisms: [{ name: 'admin_only', priority: 1 }] },
    policies: {
      passwordPolicy,
      signInPolicy: { allowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] },
    },
    ...factors,
    deletionProtection: props.isProtected ? 'ACTIVE' : 'INACTIVE',
  })
  const domain = new CfnUserPoolDomain(scope, 'UserPoolDomain', {
    domain: props.domain,
    userPoolId: pool.ref,
    // Managed login; the older pages know no passkeys.
    managedLoginVersion: 2,
  })
  const groups = props.groups.map(
    groupName =>
      new CfnUserPoolGroup(scope, `UserPoolGroup${toConstructId(groupName)}`, {
        groupName,
        userPoolId: pool.ref,
      }),
  )
  for (const each of [pool, domain, ...groups]) each.applyRemovalPolicy(props.removalPolicy)
  return pool.ref
}

/** Nobody keeps one: it is read once, on the way back from the pool. Five minutes is the least that Cognito gives. */
const shortest = {
  idTokenValidity: 5,
  accessTokenValidity: 5,
  refreshTokenValidity: 60,
  tokenValidityUnits: { idToken: 'minutes', accessToken: 'minutes', refreshToken: 'minutes' },
}

export interface UserPoolClientProps {
  readonly userPoolId: string
  readonly clientName: string
  /** Where people find our pages. */
  readonly url: string
}

/**
 * Ourselves at the stage's own pool. Beside the gateway, not beside the pool, because it names the gateway's URL. It has
 * no secret to keep and change: a code is sent to the one address below, and is good for nothing without the verifier
 * (PKCE), which the function that began works out from what the person's browser keeps.
 * @returns its id
 */
export const userPoolClient = (
  scope: Construct,
  { userPoolId, clientName, url }: UserPoolClientProps,
): string => {
  const { ref: clientId } = new CfnUserPoolClient(scope, 'UserPoolClient', {
    userPoolId,
    clientName,
    generateSecret: false,
    allowedOAuthFlowsUserPoolClient: true,
    allowedOAuthFlows: ['code'],
    allowedOAuthScopes: ['openid'],
    callbackUrLs: [`${url}${sessionPages.finishSignIn.path}`],
    logoutUrLs: [`${url}/`],
    supportedIdentityProviders: ['COGNITO'],
    // Managed login offers passkeys to clients that have this.
    explicitAuthFlows: ['ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    preventUserExistenceErrors: 'ENABLED',
    enableTokenRevocation: true,
    ...shortest,
  })
  // Without a style, even Cognito's own, there is no page.
  new CfnManagedLoginBranding(scope, 'UserPoolBranding', {
    userPoolId,
    clientId,
    useCognitoProvidedValues: true,
  })
  return clientId
}
