import { startAccountingProvider } from './stand-in.ts';

// A stand-in of an accounting provider, for the example to export its journal to:
//
//     npm run example:provider    says with which settings the service and the example are to be started
const PORT = 8099;
const { url, apps } = await startAccountingProvider(PORT).catch((error: Error) => {
  process.stderr.write(`the stand-in cannot listen on port ${PORT}: ${error.message}\n`);
  process.exit(1);
});
const { client_id, client_secret, authorize, token, revoke, api } = apps.quickbooks;
process.stdout.write(`a stand-in of QuickBooks listens at ${url}; start the service with

  QUICKBOOKS_CLIENT_ID=${client_id} QUICKBOOKS_CLIENT_SECRET=${client_secret} \\
  QUICKBOOKS_AUTHORIZE_URL=${authorize} QUICKBOOKS_TOKEN_URL=${token} \\
  QUICKBOOKS_REVOKE_URL=${revoke} QUICKBOOKS_API_URL=${api} npm start

and the example with

  ACCOUNTING_PROVIDER_URL=${url} npm run example
`);
