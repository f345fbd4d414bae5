import { readCredentials } from '../../../shared/aws/credentials.ts'

/**
 * Bundled into the functions in place of the SDK's search for credentials in files, single sign-on and instance
 * metadata, which is a third of a bundle.
 */
export const defaultProvider = () => async () => readCredentials()
