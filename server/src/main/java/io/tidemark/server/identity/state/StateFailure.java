package io.tidemark.server.identity.state;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Explains SQLite's failures to the operator. */
final class StateFailure {
    /** SQLite's shared memory takes this. */
    private static final long MIN_FREE = 32 * 1024;

    private StateFailure() {}

    /** The message for a damaged file. */
    static String damaged(Path file) {
        return "State file " + file + " is damaged: restore it from a backup. Nothing was changed.";
    }

    /** The exception for a failure of the file. */
    static StateException of(Path file, SQLException e) {
        Path folder = file.toAbsolutePath().getParent();
        // a folder that is not there has no disk
        return of(file, e, folder == null || !Files.isDirectory(folder) ? Long.MAX_VALUE
                : folder.toFile().getUsableSpace());
    }

    /** The same, with so many bytes free on its disk. */
    static StateException of(Path file, SQLException e, long free) {
        SQLiteErrorCode code = e instanceof SQLiteException sqlite ? sqlite.getResultCode()
                : SQLiteErrorCode.getErrorCode(e.getErrorCode());
        // extended codes share their low byte with the plain one
        SQLiteErrorCode plain = SQLiteErrorCode.getErrorCode(code.code & 0xff);
        // where the files beside it cannot grow, SQLite only says that something failed
        boolean isFull = plain == SQLiteErrorCode.SQLITE_FULL
                || (free < MIN_FREE && (plain == SQLiteErrorCode.SQLITE_IOERR
                || plain == SQLiteErrorCode.SQLITE_CANTOPEN));
        String message = isFull ? "State file " + file + " cannot grow: the disk is full" : switch (plain) {
            case SQLITE_NOTADB, SQLITE_CORRUPT -> damaged(file);
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH -> "State file " + file
                    + " cannot be opened: does it exist, and does this user own it?";
            case SQLITE_READONLY -> "State file " + file + " cannot be written by this user";
            case SQLITE_BUSY, SQLITE_LOCKED -> "State file " + file + " is held by another process; try again";
            default -> "State file " + file + " failed: " + code;
        };
        return new StateException(message, e, isFull);
    }
}
