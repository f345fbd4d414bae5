/**
 * Bundled in place of @aws-sdk/credential-provider-node, the search for credentials in files, single sign-on and instance
 * metadata: a third of a bundle. Every client of ours states its credentials, so nothing calls this.
 */
export const defaultProvider = () => async (): Promise<never> => {
  throw new Error(
    'A client of AWS has no credentials of its own: the search for them is left out of the bundle',
  )
}
