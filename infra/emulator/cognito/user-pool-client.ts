/** AWS::Cognito::UserPoolClient: one that knows the code flow and nothing else. */
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { boolean, texts } from '../json.ts'

export const userPoolClientProperties = {
  honoured: [
    'AllowedOAuthFlows',
    'AllowedOAuthFlowsUserPoolClient',
    'AllowedOAuthScopes',
    'CallbackURLs',
    'GenerateSecret',
    'LogoutURLs',
    'UserPoolId',
  ],
  withoutEffect: [
    'AccessTokenValidity',
    'ClientName',
    'EnableTokenRevocation',
    'ExplicitAuthFlows',
    'IdTokenValidity',
    'PreventUserExistenceErrors',
    'RefreshTokenValidity',
    'SupportedIdentityProviders',
    'TokenValidityUnits',
  ],
}

export const userPoolClientProblems = ({ properties }: HostedResource): string[] => [
  ...(boolean(properties.GenerateSecret) ? ['a client with a secret is not supported'] : []),
  ...(texts(properties.AllowedOAuthFlows).join() === 'code' ? [] : ['only the flow "code" is supported']),
  ...(texts(properties.AllowedOAuthScopes).join() === 'openid'
    ? []
    : ['only the scope "openid" is supported']),
]
