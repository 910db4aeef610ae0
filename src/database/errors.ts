/** Why no database is available. The message is one sentence for the operator. */
export abstract class DatabaseError extends Error {
  override name = this.constructor.name;
}

/** DATA_DIR cannot hold a database: not writable, not a folder, or out of reach of the user that PostgreSQL runs as. */
export class DataDirUnusable extends DatabaseError {}

/** Another service holds this DATA_DIR. */
export class DataDirInUse extends DatabaseError {}

/** PostgreSQL did not start or did not answer in time. */
export class DatabaseStartFailed extends DatabaseError {}

/** This version of the code cannot use the tables: they are newer, or a migration was altered. */
export class MigrationRefused extends DatabaseError {}
